/**
 * How long the board of winners takes with ten thousand players and with a million: each window, a hundred
 * places, and what the own place of the last player takes.
 */
import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boardWindows, type BoardWindow } from '@fairground/contract/leaderboard';
import { readBoard, readRank } from '../apps/server/src/modules/leaderboard/queries.ts';
import { openDatabase, type Database } from '../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { undoLater } from './lib/cleanups.ts';
import { count, ms, percentile, table, times } from './lib/figures.ts';

const sizes = [10_000, 1_000_000];
const reads = 500;
const rankReads = 20;
const limit = 100;
const siteTimeZone = 'UTC';
const pieceSize = 50_000;

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };

export const benchLeaderboard = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-bench-'));
  const removeFolder = undoLater(() => rm(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: quiet });
  const stopServer = undoLater(() => server.stop());
  const database = openDatabase({ address: server.address, connections: 2, onError: () => undefined });
  const closeDatabase = undoLater(() => database.close());
  await migrate(database.kysely);

  const rows: string[][] = [];
  const p99s = new Map<BoardWindow, number[]>();
  let players = 0;
  for (const size of sizes) {
    await addPlayers(database, players, size);
    players = size;
    for (const window of boardWindows) {
      const taken = await timeReads(database, window);
      const p99 = percentile(taken, 0.99);
      const before = p99s.get(window) ?? [];
      p99s.set(window, [...before, p99]);
      const growth = before[0] === undefined ? '' : times(p99 / before[0]);
      rows.push([`${count(size)} players, ${window}`, ms(percentile(taken, 0.5)), ms(p99), growth]);
    }
    for (const window of boardWindows) {
      const taken = await timeLastRank(database, window);
      const name = `own place of the last of ${count(size)}, ${window}`;
      rows.push([name, ms(percentile(taken, 0.5)), ms(percentile(taken, 0.99)), '']);
    }
  }
  const plans = await Promise.all(boardWindows.map((window) => readPlan(database, window)));
  await closeDatabase();
  await stopServer();
  await removeFolder();
  console.log(`\nLeaderboard: ${limit} places, ${reads} reads one after the other\n`);
  console.log(table([['', 'p50', 'p99', 'of the small one']].concat(rows)));
  for (const plan of plans) console.log(`\n${plan}`);
};

/** What PostgreSQL did for a board of all those players, and how many pages it touched. */
const readPlan = async ({ query }: Database, window: BoardWindow): Promise<string> => {
  let lines: string[] = [];
  const explain: Database['query'] = async ({ text, values }) => {
    const plan = await query<{ 'QUERY PLAN': string }>({
      text: `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) ${text}`,
      values,
    });
    lines = plan.map((row) => row['QUERY PLAN']);
    return [];
  };
  await readBoard(explain, { limit, window, siteTimeZone });
  return [`Plan, ${window}:`, ...lines].join('\n');
};

const timeReads = async ({ query }: Database, window: BoardWindow): Promise<number[]> => {
  const taken: number[] = [];
  for (let index = 0; index < reads + 50; index++) {
    const startedAt = performance.now();
    const board = await readBoard(query, { limit, window, siteTimeZone });
    if (board.length !== limit) throw new Error(`the board has ${board.length} places`);
    // The first ones warm up the connection and its prepared statement.
    if (index >= 50) taken.push(performance.now() - startedAt);
  }
  return taken;
};

/** The newest account without a win or a stake: nobody has more players before him. */
const timeLastRank = async ({ query }: Database, window: BoardWindow): Promise<number[]> => {
  const [last] = await query<{ id: bigint }>({
    text: `SELECT player_id AS id FROM wallet WHERE total_won = 0 AND staked_on < current_date ORDER BY player_id DESC LIMIT 1`,
    values: [],
  });
  if (last === undefined) throw new Error('every player has won');
  const taken: number[] = [];
  for (let index = 0; index < rankReads; index++) {
    const startedAt = performance.now();
    const row = await readRank(query, { playerId: last.id, window, siteTimeZone });
    if (row === undefined || row.rank < 2n) throw new Error('the last player has no place');
    taken.push(performance.now() - startedAt);
  }
  return taken;
};

/** A tenth played today and a third ever won; amounts are spread, so that few share a place. */
const addPlayers = async ({ query }: Database, from: number, upTo: number): Promise<void> => {
  const run = (text: string) => query({ text, values: [] });
  // Piece by piece, because a statement of the pool has a limit of time.
  for (let after = from; after < upTo; after += pieceSize) {
    const last = Math.min(after + pieceSize, upTo);
    await run(`INSERT INTO player (username, email, password_hash, reference_id, adult_confirmed_at)
      SELECT 'player_' || n, 'player_' || n || '@example.org', 'none', 'ref' || n, clock_timestamp()
      FROM generate_series(${after + 1}, ${last}) n`);
    await run(`INSERT INTO wallet (player_id, coins, total_won, staked_today, staked_on)
      SELECT id, 1000, CASE WHEN id % 3 = 0 THEN (hashint8(id) & 1048575) ELSE 0 END,
        CASE WHEN id % 10 = 0 THEN 10 * (hashint8(id) & 127) ELSE 0 END,
        CASE WHEN id % 10 = 0 THEN current_date ELSE '2000-01-01' END
      FROM player WHERE id > ${after} ORDER BY id`);
    await run(`INSERT INTO standing (span, since, player_id, won)
      SELECT span, since, player_id, total_won FROM wallet
      CROSS JOIN (VALUES ('d'::"char", current_date), ('w'::"char", date_trunc('week', current_date)::date)) AS s (span, since)
      WHERE player_id > ${after} AND total_won > 0 AND staked_on = current_date`);
  }
  await run('VACUUM ANALYZE player');
  await run('VACUUM ANALYZE wallet');
  await run('VACUUM ANALYZE standing');
};
