/**
 * The leader is killed while a bet with a parachute flies: the process that takes over does not know who answered the
 * other one, so the parachute stays closed in this flight, and opens in the next one.
 */
import { createTestDatabase, type TestDatabase } from '@fairground/server/test/harness';
import { ClientHistory } from '@fairground/server/test/history';
import { until } from '@fairground/server/test/player-client';
import { urlOf } from '@fairground/server/test/shared-postgres';
import { makeDataDir, startSiteProcess, type RunningSite } from '@fairground/server/test/site-process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createValkeyServer,
  valkeyMissing,
  valkeyProgram,
  type ValkeyServer,
} from '../../../apps/server/test/valkey-server.ts';
import type { AviatorBet } from '../contract.ts';
import { AviatorPlayer } from './aviator-player.ts';
import { placeInOpenRound } from './running-flights.ts';

let test: TestDatabase;
let valkey: ValkeyServer | undefined;
let data: Awaited<ReturnType<typeof makeDataDir>>[];
let sites: RunningSite[];
let history: ClientHistory;

const start = async (): Promise<RunningSite> => {
  const folder = await makeDataDir();
  data.push(folder);
  const site = await startSiteProcess({
    DATABASE_URL: urlOf(test.address),
    ...(valkey && { VALKEY_URL: valkey.url }),
    DATA_DIR: folder.dataDir,
    SEED_KEY_FILE: `${data[0]?.dataDir}/seed.key`,
    AVIATOR_COUNTDOWN_MS: '8000',
  });
  sites.push(site);
  return site;
};

// For each test, so that a second try begins like the first one.
beforeEach(async () => {
  [data, sites, history] = [[], [], new ClientHistory()];
  test = await createTestDatabase();
  if (valkeyProgram === undefined) return;
  valkey = await createValkeyServer();
  valkey.start();
}, 300_000);
afterEach(async () => {
  await Promise.all(sites.map((site) => site.end('SIGKILL')));
  await Promise.all(data.map(({ remove }) => remove()));
  valkey?.remove();
  await test.close();
});

const stateOf = async (id: bigint): Promise<string | undefined> =>
  (await test.rows<{ state: string }>('SELECT state FROM aviator_round WHERE id = $1', id))[0]?.state;

/** Bets with a parachute in a round that is open for some seconds, and flies for 14 to 20. */
const fly = async (player: AviatorPlayer): Promise<bigint> => {
  const place = (body: object) => player.call('POST', '/aviator/create', { ...body, parachute: true });
  const { id } = await placeInOpenRound(
    { database: test.database, dataDir: data[0]?.dataDir ?? '' },
    [{ place }],
    ({ flightMs }) => flightMs >= 14_000 && flightMs < 20_000,
  );
  await until('the round flies', async () => (await stateOf(id)) === 'flying');
  return id;
};

const betOf = async (player: AviatorPlayer, id: bigint): Promise<AviatorBet | undefined> =>
  (await player.call<AviatorBet[]>('GET', '/aviator/userHistory')).body.find(
    ({ roundId }) => roundId === String(id),
  );
const leads = async ({ url }: RunningSite): Promise<boolean> => {
  const health = (await (await fetch(`${url}/api/health/ready`)).json()) as { director?: boolean };
  return health.director === true;
};

if (valkeyProgram === undefined) console.info(valkeyMissing);
it.runIf(valkeyProgram !== undefined)(
  'stays closed in the flight in which the leader died, and opens in the next one',
  async () => {
    const first = await start();
    await until('the first leads', () => leads(first));
    const second = await start();
    const alice = new AviatorPlayer(second.url, 'alice', history);
    await alice.register();
    await alice.connect();

    const shared = await fly(alice);
    await first.end('SIGKILL');
    await until('the second leads', () => leads(second));
    expect(await stateOf(shared)).toBe('flying');
    alice.disconnect();
    await until('the round is over', async () => (await stateOf(shared)) === 'finished');
    expect(await betOf(alice, shared)).toMatchObject({ outcome: 'loss', amountWon: 0 });

    await alice.connect();
    const own = await fly(alice);
    alice.disconnect();
    await until('the parachute opens', async () => (await betOf(alice, own))?.outcome === 'win');
    const saved = await betOf(alice, own);
    expect(saved?.amountWon).toBeGreaterThan(100);
    await until('the round is over', async () => (await stateOf(own)) === 'finished');
    expect(await betOf(alice, own)).toEqual({ ...saved, crashMultiplier: expect.any(Number) });

    expect(await test.findViolations()).toEqual([]);
    await alice.call('GET', '/user/me');
    await history.expectSound();
  },
  400_000,
);
