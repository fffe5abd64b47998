/**
 * How many bets a second one process of the site takes over HTTP and has on disk before it answers, beside
 * what pgbench gets from the same server with the same statement, one bet a transaction.
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
import type { LoadAnswer, LoadQuestion } from './bets-load.ts';
import { findPgbench, howToGetPgbench, runPgbench, writeScript } from './bets-pgbench.ts';
import { addPlayers, countBets, startAfresh } from './bets-players.ts';
import { startChild } from './lib/child.ts';
import { undoLater } from './lib/cleanups.ts';
import { count, ms, table, times } from './lib/figures.ts';

const players = 100_000;
const inFlight = 64;
const stakeCoins = 10;
const warmUpMs = 2_000;
const measureMs = 6_000;
/** The embedded server takes 50 connections; fewer are often faster, and the best counts. */
const pgbenchClients = [16, 46];

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };

export const benchBets = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-bench-'));
  const removeFolder = undoLater(() => rm(folder, { recursive: true, force: true }));
  // The database may run as another user, who must be able to pass through.
  chmodSync(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: quiet });
  const stopServer = undoLater(() => server.stop());
  const database = openDatabase({ address: server.address, connections: 2, onError: () => undefined });
  const closeDatabase = undoLater(() => database.close());

  const site = await startSiteProcess({
    DATA_DIR: join(folder, 'site'),
    DATABASE_URL: connectionString(server.address),
    // One betting round that stays open for the whole run.
    AVIATOR_COUNTDOWN_MS: '600000',
  });
  const endSite = undoLater(() => site.end('SIGTERM'));
  const firstPlayer = await addPlayers(database, players);

  const [setting] = await database.query<{ fsync: string }>({ text: 'SHOW fsync', values: [] });
  const ask = { port: Number(new URL(site.url).port), inFlight, stakeCoins, firstPlayer, players };
  const bare = await placeOverHttp(database, { ...ask, withKeys: false, warmUpMs, measureMs });
  const keyed = await placeOverHttp(database, { ...ask, withKeys: true, warmUpMs, measureMs });
  await endSite();

  const rows = [httpRow('HTTP, no Idempotency-Key', bare), httpRow('HTTP, with Idempotency-Key', keyed)];
  const yardsticks = await placeWithPgbench(database, server.address, join(folder, 'bet.sql'), firstPlayer);
  await closeDatabase();
  await stopServer();
  await removeFolder();

  rows.push(
    ...yardsticks.map(({ clients, rate }) => [`pgbench, ${clients} clients`, count(rate), '', '', '']),
  );
  const best = Math.max(...yardsticks.map(({ rate }) => rate));
  for (const [row, answer] of [
    [rows[0], bare],
    [rows[1], keyed],
  ] as const) {
    if (row !== undefined) row[4] = yardsticks.length > 0 ? times(rateOf(answer) / best) : '';
  }
  console.log(
    `\nDurable bets: one process, ${inFlight} in flight, fsync ${setting?.fsync ?? 'unknown'}, ${measureMs / 1000} s each after ${warmUpMs / 1000} s of warm-up\n`,
  );
  console.log(table([['', 'bets/s', 'p50', 'p99', 'of the best pgbench'], ...rows]));
};

/** A socket's folder cannot stand where a host does, so it is given as a parameter. */
const connectionString = ({ host, port, user, database }: EmbeddedAddress): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

const rateOf = ({ measured, seconds }: LoadAnswer): number => measured / seconds;

const httpRow = (name: string, answer: LoadAnswer): string[] => [
  name,
  count(rateOf(answer)),
  ms(answer.p50Ms),
  ms(answer.p99Ms),
  '',
];

const placeOverHttp = async (database: Database, question: LoadQuestion): Promise<LoadAnswer> => {
  await startAfresh(database);
  const load = startChild<LoadQuestion, LoadAnswer>('bets-load.ts');
  const answer = await load.ask(question, 30_000);
  await load.end();
  const written = await countBets(database);
  if (answer.refused > 0) {
    throw new Error(
      `${answer.refused} bets were not accepted, the first with:\n${answer.firstRefusal ?? ''}`,
    );
  }
  if (written !== answer.accepted) {
    throw new Error(`${answer.accepted} bets were accepted and ${written} are in the database`);
  }
  return answer;
};

const placeWithPgbench = async (
  database: Database,
  address: EmbeddedAddress,
  script: string,
  firstPlayer: number,
): Promise<{ clients: number; rate: number }[]> => {
  const program = findPgbench();
  if (program === undefined) {
    console.log(howToGetPgbench);
    return [];
  }
  await writeScript(script, firstPlayer, stakeCoins);
  const results: { clients: number; rate: number }[] = [];
  for (const clients of pgbenchClients) {
    const run = { program, address, script, clients };
    await startAfresh(database);
    await runPgbench({ ...run, seconds: warmUpMs / 1000 });
    // Everybody is free to bet again, so that each client begins with its first player and no bet is refused.
    await startAfresh(database);
    const { transactions, rate } = await runPgbench({ ...run, seconds: measureMs / 1000 });
    // A transaction that placed no bet is quicker than one that did. The rate leaves out the time of connecting, so
    // it says nothing of how many there were.
    const written = await countBets(database);
    if (written !== transactions) {
      throw new Error(`pgbench made ${transactions} transactions, and ${written} bets are in the database`);
    }
    results.push({ clients, rate });
  }
  return results;
};
