/**
 * F2: kill -9 of the site and its database while guests are made and kept. What was acknowledged is there after the
 * start, and everything else happened completely or not at all.
 */
import { longRounds } from '../../games/test/sweeps.ts';
import type { RegisterAnswer } from '@fairground/contract/auth';
import type { User } from '@fairground/contract/user';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ClientHistory } from '../../apps/server/test/history.ts';
import { PlayerClient } from '../../apps/server/test/player-client.ts';
import {
  makeDataDir,
  runAudit,
  startSiteProcess,
  type RunningSite,
} from '../../apps/server/test/site-process.ts';

let data: Awaited<ReturnType<typeof makeDataDir>>;
let environment: Record<string, string>;
let site: RunningSite;

beforeAll(async () => {
  data = await makeDataDir();
  environment = { DATA_DIR: data.dataDir, ...longRounds, LOG_LEVEL: 'info' };
  site = await startSiteProcess(environment);
}, 300_000);
afterAll(async () => {
  await site?.end('SIGTERM');
  await data?.remove();
});

const password = 'a meadow of lanterns';
const atOnce = 8;
/**
 * Spread over the time that the calls take, so that kills hit guests and hashing as well as what follows. The last
 * kill comes with the first answer, however long that takes.
 */
const killsAfterMs = [5, 40, 120, undefined];

const history = new ClientHistory();
/** By token, as the history names them. */
const names = new Map<string, string>();
let clients = 0;

const clientOf = (token = ''): PlayerClient => {
  const client = new PlayerClient(site.url, names.get(token) ?? `client ${++clients}`, history);
  client.token = token;
  return client;
};

const createGuest = async (): Promise<string | undefined> => {
  const client = clientOf();
  const answer = await client
    .call<RegisterAnswer>('POST', '/auth/guest', { adult: true })
    .catch(() => undefined);
  if (answer?.status !== 201) return undefined;
  names.set(answer.body.token, client.username);
  return answer.body.token;
};

interface Keeping {
  token: string;
  username: string;
  /** Undefined where the process was killed before it answered. */
  status: number | undefined;
}

const keepBody = (username: string) => ({ username, email: `${username}@example.org`, password });

const keep = async (token: string, username: string): Promise<Keeping> => {
  const answer = await clientOf(token)
    .call('POST', '/user/keep', keepBody(username))
    .catch(() => undefined);
  return { token, username, status: answer?.status };
};

const logIn = (identifier: string) =>
  clientOf().call<{ user: User }>('POST', '/auth/login', { identifier, password });

/** The account is a guest's still, or it has name, address and password; then the call is sent again. */
const expectAllOrNothing = async ({ token, username, status }: Keeping): Promise<void> => {
  const { body: me } = await clientOf(token).call<User>('GET', '/user/me');
  const isKept = me.guest === false;
  if (status !== undefined) expect([status, isKept]).toEqual([200, true]);
  expect(me).toMatchObject({
    coins: 1_000,
    email: isKept ? `${username}@example.org` : null,
    ...(isKept ? { username } : {}),
  });
  expect((await logIn(username)).status).toBe(isKept ? 200 : 401);
  expect((await keep(token, username)).status).toBe(isKept ? 409 : 200);
  expect((await logIn(`${username}@example.org`)).body.user).toMatchObject({ id: me.id, coins: 1_000 });
};

it('F2: has every guest and every kept account completely or not at all', async () => {
  let acknowledged = 0;
  let cutOff = 0;
  for (const [round, killAfterMs] of killsAfterMs.entries()) {
    const ready = await Promise.all(Array.from({ length: atOnce }, createGuest));
    const keepings = ready.map((token, at) => {
      expect(token).toBeDefined();
      return keep(token ?? '', `Kept_${round}_${at}`);
    });
    const creations = Array.from({ length: atOnce }, createGuest);
    if (killAfterMs === undefined) await Promise.race(keepings);
    else await new Promise((resolve) => setTimeout(resolve, killAfterMs));
    await site.end('SIGKILL');
    const created = await Promise.all(creations);
    const kept = await Promise.all(keepings);
    site = await startSiteProcess(environment);

    for (const token of created) {
      if (token === undefined) continue;
      const me = await clientOf(token).call<User>('GET', '/user/me');
      expect(me.body).toMatchObject({ guest: true, email: null, coins: 1_000 });
    }
    await Promise.all(kept.map(expectAllOrNothing));
    acknowledged += kept.filter(({ status }) => status !== undefined).length;
    cutOff += kept.filter(({ status }) => status === undefined).length;
    const report = await runAudit(environment);
    expect(report.output).toContain('The audit is clean.');
  }
  await history.expectSound();
  expect(cutOff, 'kills hit calls in progress').toBeGreaterThan(0);
  expect(acknowledged, 'calls were acknowledged before a kill').toBeGreaterThan(0);
}, 300_000);
