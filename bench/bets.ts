/**
 * Durable bets per second that one process of the site accepts over HTTP, compared with pgbench running the same
 * statement on the same server with one bet per transaction.
 */
import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../apps/server/src/platform/postgres/database.ts';
import type { Database } from '../apps/server/src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import type { EmbeddedAddress } from '../apps/server/src/platform/postgres/embedded-postgres-server.ts';
import { startSiteProcess } from '../apps/server/test/site-process.ts';
import type { LoadResult, LoadRequest } from './bets-load.ts';
import { findPgbench, pgbenchHint, runPgbench, writeScript } from './bets-pgbench.ts';
import { addPlayers, countBets, resetBets } from './bets-players.ts';
import { startChild } from './lib/child.ts';
import { addCleanup } from './lib/cleanups.ts';
import { count, ms, table, times } from './lib/figures.ts';
import { sized } from './lib/short.ts';

const players = sized(100_000, 30_000);
const inFlight = 64;
const stakeCoins = 10;
const warmUpMs = sized(2_000, 1_000);
const measureMs = sized(6_000, 1_000);
/** The embedded server allows 50 connections; fewer are often faster. The best result is used. */
const pgbenchClients = sized([16, 46], [4]);

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };

export const benchBets = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-bench-'));
  const removeFolder = addCleanup(() => rm(folder, { recursive: true, force: true }));
  // The database may run as another user, which needs access to the folder.
  chmodSync(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: quiet });
  const stopServer = addCleanup(() => server.stop());
  const database = openDatabase({ address: server.address, connections: 2, onError: () => undefined });
  const closeDatabase = addCleanup(() => database.close());

  const site = await startSiteProcess({
    DATA_DIR: join(folder, 'site'),
    DATABASE_URL: connectionString(server.address),
    // One betting round that stays open for the whole run.
    AVIATOR_COUNTDOWN_MS: '600000',
  });
  const stopSite = addCleanup(() => site.end('SIGTERM'));
  const firstPlayer = await addPlayers(database, players);

  const [setting] = await database.query<{ fsync: string }>({ text: 'SHOW fsync', values: [] });
  const load = { port: Number(new URL(site.url).port), inFlight, stakeCoins, firstPlayer, players };
  const withoutKeys = await placeOverHttp(database, { ...load, withKeys: false, warmUpMs, measureMs });
  const withKeys = await placeOverHttp(database, { ...load, withKeys: true, warmUpMs, measureMs });
  await stopSite();

  const rows = [
    httpRow('HTTP, no Idempotency-Key', withoutKeys),
    httpRow('HTTP, with Idempotency-Key', withKeys),
  ];
  const baselines = await placeWithPgbench(database, server.address, join(folder, 'bet.sql'), firstPlayer);
  await closeDatabase();
  await stopServer();
  await removeFolder();

  rows.push(
    ...baselines.map(({ clients, rate }) => [`pgbench, ${clients} clients`, count(rate), '', '', '']),
  );
  const best = Math.max(...baselines.map(({ rate }) => rate));
  for (const [row, result] of [
    [rows[0], withoutKeys],
    [rows[1], withKeys],
  ] as const) {
    if (row !== undefined) row[4] = baselines.length > 0 ? times(rateOf(result) / best) : '';
  }
  console.log(
    `\nDurable bets: one process, ${inFlight} in flight, fsync ${setting?.fsync ?? 'unknown'}, ${measureMs / 1000} s each after ${warmUpMs / 1000} s of warm-up\n`,
  );
  console.log(table([['', 'bets/s', 'p50', 'p99', 'of the best pgbench'], ...rows]));
};

/** The folder of a Unix socket is not a valid host of a URL, so it is passed as a parameter. */
const connectionString = ({ host, port, user, database }: EmbeddedAddress): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

const rateOf = ({ measured, seconds }: LoadResult): number => measured / seconds;

const httpRow = (name: string, result: LoadResult): string[] => [
  name,
  count(rateOf(result)),
  ms(result.p50Ms),
  ms(result.p99Ms),
  '',
];

const placeOverHttp = async (database: Database, request: LoadRequest): Promise<LoadResult> => {
  await resetBets(database);
  const client = startChild<LoadRequest, LoadResult>('bets-load.ts');
  const result = await client.request(request, 30_000);
  await client.end();
  const stored = await countBets(database);
  if (result.refused > 0) {
    throw new Error(
      `${result.refused} bets were not accepted; the first response:\n${result.firstRefusal ?? ''}`,
    );
  }
  if (stored !== result.accepted) {
    throw new Error(`${result.accepted} bets were accepted and ${stored} are in the database`);
  }
  return result;
};

const placeWithPgbench = async (
  database: Database,
  address: EmbeddedAddress,
  script: string,
  firstPlayer: number,
): Promise<{ clients: number; rate: number }[]> => {
  const program = findPgbench();
  if (program === undefined) {
    console.log(pgbenchHint);
    return [];
  }
  await writeScript(script, firstPlayer, stakeCoins);
  const results: { clients: number; rate: number }[] = [];
  for (const clients of pgbenchClients) {
    const run = { program, address, script, clients };
    await resetBets(database);
    await runPgbench({ ...run, seconds: warmUpMs / 1000 });
    // Each client begins with its first player again, so every player must be able to bet.
    await resetBets(database);
    const { transactions, rate } = await runPgbench({ ...run, seconds: measureMs / 1000 });
    // A transaction that placed no bet is quicker than one that did, so every transaction must have placed one.
    const stored = await countBets(database);
    if (stored !== transactions) {
      throw new Error(`pgbench ran ${transactions} transactions, and ${stored} bets are in the database`);
    }
    results.push({ clients, rate });
  }
  return results;
};
