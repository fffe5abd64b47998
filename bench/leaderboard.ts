/**
 * How long the board of winners takes with ten thousand players and with a million: each window, a hundred
 * places; and the own places of those who stand first, in the thousands and last.
 */
import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boardWindows, type BoardWindow } from '@fairground/contract/leaderboard';
import { createFindPlace, placeRules } from '../apps/server/src/accounts/leaderboard/own-place.ts';
import { readBoard } from '../apps/server/src/accounts/leaderboard/queries.ts';
import { openDatabase, type Database } from '../apps/server/src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/postgres/migrate.ts';
import { undoLater } from './lib/cleanups.ts';
import { count, ms, percentile, table, times } from './lib/figures.ts';

const sizes = [10_000, Number(process.env['BOARD_PLAYERS'] ?? 1_000_000)];
const reads = 500;
const placeReads = 100;
const places = [1, 1_000, 100_000];
const limit = 100;
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
      rows.push([`${count(size)} players, ${window}`, ms(percentile(taken, 0.5)), ms(p99), growth, '', '']);
    }
    for (const window of boardWindows) rows.push(...(await timePlaces(database, window, size)));
  }
  const plans = await Promise.all(boardWindows.map((window) => readPlan(database, window)));
  await closeDatabase();
  await stopServer();
  await removeFolder();
  console.log(`\nLeaderboard: ${limit} places, ${reads} reads one after the other\n`);
  console.log(table([['', 'p50', 'p99', 'of the small one', 'pages', 'the first look']].concat(rows)));
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
  await readBoard(explain, { limit, window });
  return [`Plan, ${window}:`, ...lines].join('\n');
};

const timeReads = async ({ query }: Database, window: BoardWindow): Promise<number[]> => {
  const taken: number[] = [];
  for (let index = 0; index < reads + 50; index++) {
    const startedAt = performance.now();
    const board = await readBoard(query, { limit, window });
    if (board.length !== limit) throw new Error(`the board has ${board.length} places`);
    // The first ones warm up the connection and its prepared statement.
    if (index >= 50) taken.push(performance.now() - startedAt);
  }
  return taken;
};

/** Own places, and the going through the whole board that the first look from far down waits for. */
const timePlaces = async (database: Database, window: BoardWindow, size: number): Promise<string[][]> => {
  const { query } = database;
  const find = createFindPlace({ query });
  const rows: string[][] = [];
  for (const place of [...places.filter((each) => each < size), size]) {
    const id = await playerAt(database, window, place);
    const firstMs = await timed(() => find(id, window));
    const taken: number[] = [];
    for (let index = 0; index < placeReads; index++) taken.push(await timed(() => find(id, window)));
    const found = Number((await find(id, window))?.place);
    // Among many players with equal amounts, the place of a mark is returned: docs/decisions/017.
    if (found > place || found <= place - Math.ceil(size / placeRules.maxMarks))
      throw new Error(`the player at place ${place} got ${found}`);
    const name = `own place ${count(place)} of ${count(size)}, ${window}`;
    const pages = await countPages(database, window, id);
    rows.push([name, ms(percentile(taken, 0.5)), ms(percentile(taken, 0.99)), '', count(pages), ms(firstMs)]);
  }
  return rows;
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

/** By the whole board, put in order. */
const playerAt = async ({ query }: Database, window: BoardWindow, place: number): Promise<bigint> => {
  const [row] = await query<{ id: bigint }>({
    text: `SELECT w.player_id AS id FROM wallet w
      LEFT JOIN standing s ON s.player_id = w.player_id AND s.span = (CASE WHEN $1 = 'today' THEN 'd' ELSE 'w' END)::"char"
      ORDER BY CASE WHEN $1 = 'all' THEN w.total_won ELSE coalesce(s.won, 0) END DESC,
        CASE WHEN w.staked_on = current_date THEN w.staked_today ELSE 0 END DESC, w.player_id
      OFFSET $2::bigint - 1 LIMIT 1`,
    values: [window, place],
  });
  if (row === undefined) throw new Error(`nobody stands at place ${place}`);
  return row.id;
};

/** Pages that all statements of one look touch, once marks are there. */
const countPages = async ({ query }: Database, window: BoardWindow, id: bigint): Promise<number> => {
  let pages = 0;
  const explained: Database['query'] = async (statement) => {
    const { text, values } = statement;
    if (statement.name?.startsWith('leaderboard-recount-marks') !== true) {
      const [plan] = await query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>({
        text: `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`,
        values,
      });
      const top = plan?.['QUERY PLAN'][0]?.Plan;
      pages += (top?.['Shared Hit Blocks'] ?? 0) + (top?.['Shared Read Blocks'] ?? 0);
    }
    return query(statement);
  };
  await createFindPlace({ query: explained })(id, window);
  return pages;
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
  // Marks of the smaller board would pass for fresh.
  await run(`UPDATE board_marks SET taken_at = '2000-01-01'`);
  await run('VACUUM ANALYZE player');
  await run('VACUUM ANALYZE wallet');
  await run('VACUUM ANALYZE standing');
};
