/**
 * F31: a primary fails under bets, and its standby is promoted, without a restart of the site. What a standby may lack is
 * never told as done.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../player-client.ts';
import { startPostgresPair, type PostgresPair } from '../postgres-pair.ts';
import { freezeServer } from '../server-processes.ts';
import { makeDataDir, runAudit, startSiteProcess, type RunningSite } from '../site-process.ts';
import { startClusterPlayers } from './cluster-players.ts';

let pair: PostgresPair;
let data: Awaited<ReturnType<typeof makeDataDir>>;
let site: RunningSite;
let log = '';
const env = () => ({
  DATABASE_URL: pair.url,
  DATA_DIR: data.dataDir,
  PAGES_DIR: join(data.dataDir, 'pages'),
  AVIATOR_COUNTDOWN_MS: '1500',
  DOUBLE_TROUBLE_INTERVAL_MS: '3000',
  DOUBLE_TROUBLE_CLOSE_MS: '0',
  SIGNUP_COINS: '1000000',
  GUESTS_PER_HOUR: '100000',
});
const startSite = async () => {
  site = await startSiteProcess(env());
  log = '';
  site.child.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()));
};

beforeAll(async () => {
  [pair, data] = await Promise.all([startPostgresPair(), makeDataDir()]);
  await startSite();
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
const askReady = () => fetch(`${site.url}/api/health/ready`);
const isReady = async () => (await askReady()).ok;
const health = async (): Promise<unknown> => (await askReady()).json();

it('F4: a bet whose wait for the standby is canceled is neither accepted nor refused, and its key tells', async () => {
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
  expect(await first).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(await games()).toHaveLength(1);

  const repeat = place();
  thaw();
  expect(await repeat).toMatchObject({ status: 201, isReplay: true });
  expect(await games()).toHaveLength(1);
});

it('F31: bets go on after the primary is killed, without what the standby lacks: nobody was told that', async () => {
  const players = await startClusterPlayers(() => [site.url], 10);
  await until('every player has bets', () => players.bets.length >= 30);

  const thaw = freezeServer(pair.standby.dataDir);
  await pair.primary.query(
    'SET synchronous_commit = off; UPDATE director_lease SET epoch = epoch + 1, holder = NULL',
  );
  const waiting = (text: string) =>
    pair.primary.query(
      `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%${text}%'`,
    );
  await until('the lease is taken, and bets are placed, where nobody but the primary knows', async () =>
    (await Promise.all([waiting('director_lease'), waiting('COMMIT')])).every(({ length }) => length > 0),
  );
  expect(await health()).toMatchObject({ director: false });
  await pair.primary.kill();
  thaw();
  await pair.promote();

  const before = players.bets.length;
  await until('every player bets again', () => players.bets.length >= before + 30);
  await players.stop();
  expect(site.child.exitCode).toBeNull();
  expect(await health()).toMatchObject({ director: true });
  expect(log).not.toContain('went back in time');

  await players.history.expectSound();
  const acknowledgements = join(data.dataDir, 'acknowledgements.jsonl');
  await players.writeAcknowledgements(acknowledgements);
  // The commands find the primary, too.
  expect((await runAudit(env(), '--acks', acknowledgements)).output).toContain('The audit is clean.');
});

it('F31: a former primary that takes writes again is not used, and neither are connections to one that is silent', async () => {
  await pair.primary.start();
  const used = () =>
    pair.primary.query(`SELECT FROM pg_stat_activity WHERE application_name = 'fairground' AND query <> ''`);
  await pair.standby.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'fairground'`);
  await until('the site serves again', isReady);
  expect(await used()).toEqual([]);

  const thaw = freezeServer(pair.standby.dataDir);
  await until('the silent server is noticed', async () => !(await isReady()));
  expect(await used()).toEqual([]);
  thaw();
  await until('the site serves again', isReady);
});
