/**
 * F31: a primary fails under bets, and its standby is promoted, without a restart of the site. What a standby
 * may lack is never told as done.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { startDirector } from '../../apps/server/src/director/director.ts';
import { releaseLease, takeLease } from '../../apps/server/src/director/lease.ts';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { patientLimits } from '../../apps/server/test/harness.ts';
import { until } from '../../apps/server/test/player-client.ts';
import { startPostgresPair, type PostgresPair } from './postgres-pair.ts';
import { freezeServer } from '../../apps/server/test/server-processes.ts';
import {
  makeDataDir,
  runAudit,
  startSiteProcess,
  type RunningSite,
} from '../../apps/server/test/site-process.ts';
import { createChains } from './cluster.ts';
import { loadEnv, startClusterPlayers } from './cluster-players.ts';

let pair: PostgresPair;
let data: Awaited<ReturnType<typeof makeDataDir>>;
let site: RunningSite;
let log = '';
const env = () => ({
  DATABASE_URL: pair.url,
  DATA_DIR: data.dataDir,
  PAGES_DIR: join(data.dataDir, 'pages'),
  ...loadEnv,
});
beforeAll(async () => {
  [pair, data] = await Promise.all([startPostgresPair(), makeDataDir()]);
  const seedKey = { SEED_KEY_FILE: join(data.dataDir, 'seed.key') };
  // None of the first forty flights is long, see processes.faults.test.ts.
  await createChains(pair.primary.address, seedKey, { entropySeed: 'faults-9728', links: 48 });
});
afterAll(async () => {
  await site?.end('SIGKILL');
  await pair?.close();
  await data?.remove();
});

const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${site.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return {
    status: answer.status,
    isReplay: answer.headers.get('idempotency-replayed') === 'true',
    body: (await answer.json()) as Record<string, unknown>,
  };
};
const isWaiting = async (text: string): Promise<boolean> =>
  (
    await pair.primary.query(
      `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%${text}%'`,
    )
  ).length > 0;
const openPair = () =>
  openDatabase({
    address: { connectionString: pair.url },
    ...patientLimits,
    connectWithinMs: 15_000,
    applicationName: 'fairground-test',
    onError: () => undefined,
  });
const askReady = () => fetch(`${site.url}/api/health/ready`);
const isReady = async () => (await askReady()).ok;
const health = async (): Promise<unknown> => (await askReady()).json();

it('F31: a take-over gives no leadership before the standby has it', async () => {
  const database = openPair();
  const thaw = freezeServer(pair.standby.dataDir);
  let isLeading = false;
  const taking = takeLease(database, 'somebody').finally(() => (isLeading = true));
  await until('it waits for the standby', () => isWaiting('director_lease'));
  expect(isLeading).toBe(false);
  thaw();
  const taken = await taking;
  await until('the standby has its epoch', async () => {
    const [lease] = await pair.standby.query<{ epoch: string }>('SELECT epoch FROM director_lease');
    return lease?.epoch === String(taken?.epoch);
  });
  await releaseLease(database, taken?.epoch ?? 0n);
  await database.close();
});

it('F31: what a step committed without the standby is published only when that has it', async () => {
  const database = openPair();
  await database.query({ text: 'CREATE TABLE seal (id integer)', values: [] });
  let isSealing = false;
  let published = 0;
  const step = async () => {
    const seals = await database.query({ text: 'SELECT FROM seal', values: [] });
    published = seals.length;
    if (isSealing && published === 0)
      await database.query({ text: 'INSERT INTO seal VALUES (1)', values: [] });
    return 20;
  };
  const director = startDirector({
    database,
    clock: systemClock,
    log: createLogger('silent'),
    holder: 'sealing',
    engines: [{ name: 'seals', step }],
    isPaused: () => false,
  });
  await until('it leads', () => director.isLeading());
  const thaw = freezeServer(pair.standby.dataDir);
  isSealing = true;
  await until('the wait of the seal is canceled', async () => {
    const canceled = await pair.primary.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity
      WHERE wait_event = 'SyncRep' AND query LIKE '%INTO seal%'`);
    return canceled.length > 0;
  });
  await until('the next step is due', async () => published > 0 || isWaiting('pg_logical_emit_message'));
  expect(published).toBe(0);
  thaw();
  await until('it is published', () => published > 0);
  await director.stop();
  await database.close();
});

it('F4: a bet whose wait for the standby is canceled is neither accepted nor refused, and its key tells', async () => {
  site = await startSiteProcess(env());
  site.child.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const { body } = await call('/auth/guest', { adult: true });
  const player = { authorization: `Bearer ${String(body['token'])}`, 'idempotency-key': randomUUID() };
  const place = () => call('/mineField/create', { difficulty: 'Easy', bidAmount: 100 }, player);
  const games = () => pair.primary.query('SELECT FROM minefield_game');

  const thaw = freezeServer(pair.standby.dataDir);
  let isAnswered = false;
  const first = place().finally(() => (isAnswered = true));
  await until('the wait of the bet is canceled', async () => {
    await pair.primary.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity
      WHERE wait_event = 'SyncRep' AND query = 'COMMIT'`);
    return isAnswered;
  });
  const written = await games();
  thaw();
  expect(await first).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(written).toHaveLength(1);
  let repeat = await first;
  await until('its key tells', async () => {
    repeat = await place();
    return repeat.status !== 503;
  });
  expect(repeat).toMatchObject({ status: 201, isReplay: true });
  expect(await games()).toHaveLength(1);
});

it('F7: while no commit can succeed, calls are refused, the site is not ready and no connections pile up', async () => {
  const { body } = await call('/auth/guest', { adult: true });
  const headers = { authorization: `Bearer ${String(body['token'])}` };
  const strike = () => call('/highStriker/create', { amount: 100, target: 2 }, headers);
  await until('the site serves', isReady);
  const connections = async () =>
    (await pair.primary.query(`SELECT FROM pg_stat_activity WHERE application_name = 'fairground'`)).length;
  // The server answers reads, and waits for this standby with each commit.
  const thaw = freezeServer(pair.standby.dataDir);
  const waiting = Array.from({ length: 20 }, strike);
  await until('the site is not ready', async () => !(await isReady()));
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([503]));
  const most = Math.max(await connections(), 1);
  for (let round = 0; round < 40; round += 1) {
    expect((await strike()).status).toBe(503);
    expect((await askReady()).status).toBe(503);
  }
  expect(await connections()).toBeLessThanOrEqual(Math.max(most, 12));
  thaw();
  await until('the site serves again', isReady);
  expect((await strike()).status).toBe(201);
});

/** How the primary fails, and how it comes back, knowing nothing of its successor. */
const failures = [
  [
    'is silent',
    async () => {
      const thaw = freezeServer(pair.primary.dataDir);
      return async () => thaw();
    },
  ],
  [
    'is killed',
    async () => {
      await pair.primary.kill();
      return () => pair.primary.start();
    },
  ],
] as const;

it.each(failures)(
  'F31: bets go on after the primary %s, without what the standby lacks: nobody was told that',
  async (_name, fail) => {
    const database = openPair();
    database.refuseWhenSilent(systemClock);
    const stuck = database
      .query({ text: 'SELECT pg_sleep(3600)', values: [] })
      .catch((error: unknown) => error);
    const players = await startClusterPlayers(() => [site.url], 10);
    await until('every player has bets', () => players.bets.length >= 30);
    const thaw = freezeServer(pair.standby.dataDir);
    await until('a bet waits for the standby', () => isWaiting('COMMIT'));
    const comeBack = await fail();
    thaw();
    await pair.promote();
    const before = players.bets.length;
    await until('every player bets again', () => players.bets.length >= before + 30);
    await players.stop();
    expect(site.child.exitCode).toBeNull();
    expect(await health()).toMatchObject({ director: true });
    expect(log).not.toContain('went back in time');
    expect(await stuck).toBeInstanceOf(Error);
    await until('nothing waits for the former primary', () => database.poolCounts().busy === 0);
    await database.close();

    await players.history.expectSound();
    const acknowledgements = join(data.dataDir, 'acknowledgements.jsonl');
    await players.writeAcknowledgements(acknowledgements);
    // The address of the commands leads to the primary, too.
    const { output } = await runAudit(env(), '--acks', acknowledgements);
    expect(output).toContain('The audit is clean.');

    await comeBack();
    await pair.exchange();
  },
);
