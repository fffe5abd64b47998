/**
 * How long the leaderboard takes with ten thousand and with a million players: a hundred places of each window, and
 * the own place of players at the top, in the thousands and at the end.
 */
import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boardWindows, type BoardWindow } from '@fairground/contract/leaderboard';
import { createMarks, createMarksEngine } from '../apps/server/src/accounts/leaderboard/marks.ts';
import type { StepContext } from '../apps/server/src/director/director.ts';
import { createFindPlace, placeRules } from '../apps/server/src/accounts/leaderboard/own-place.ts';
import { createLeaderboardService } from '../apps/server/src/accounts/leaderboard/service.ts';
import { openDatabase, type Database } from '../apps/server/src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/postgres/migrate.ts';
import { addCleanup } from './lib/cleanups.ts';
import { count, ms, percentile, table, times } from './lib/figures.ts';
import { isShort, sized } from './lib/short.ts';

const sizes = sized([10_000, Number(process.env['BOARD_PLAYERS'] ?? 1_000_000)], [1_000, 20_000]);
const reads = sized(500, 20);
const placeReads = sized(100, 5);
const places = [1, 1_000, 100_000];
const limit = 100;
const batchSize = 50_000;

/** The engine of the marks uses nothing of the leadership. */
const leading: StepContext = {
  epoch: 1n,
  databaseNowMs: () => Date.now(),
  gap: { fromMs: 0, untilMs: 0 },
  clockJumps: 0,
  isPaused: false,
};

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };

export const benchLeaderboard = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-bench-'));
  const removeFolder = addCleanup(() => rm(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: quiet });
  const stopServer = addCleanup(() => server.stop());
  const database = openDatabase({ address: server.address, connections: 2, onError: () => undefined });
  const closeDatabase = addCleanup(() => database.close());
  await migrate(database);

  const rows: string[][] = [];
  const p99s = new Map<BoardWindow, number[]>();
  let players = 0;
  for (const size of sizes) {
    await addPlayers(database, players, size);
    players = size;
    for (const window of boardWindows) {
      const durationsMs = await timeReads(database, window);
      const p99 = percentile(durationsMs, 0.99);
      const before = p99s.get(window) ?? [];
      p99s.set(window, [...before, p99]);
      const growth = before[0] === undefined ? '' : times(p99 / before[0]);
      rows.push([
        `${count(size)} players, ${window}`,
        ms(percentile(durationsMs, 0.5)),
        ms(p99),
        growth,
        '',
        '',
      ]);
    }
    const countMs = await timed(() =>
      createMarksEngine({ query: database.query, rules: placeRules }).step(leading),
    );
    rows.push([
      `marks of all windows, ${count(size)} players, once in five minutes`,
      ms(countMs),
      '',
      '',
      '',
      '',
    ]);
    for (const window of boardWindows) rows.push(...(await timePlaces(database, window, size)));
  }
  // Hundreds of lines, which say nothing of a small board.
  const plans = isShort ? [] : await Promise.all(boardWindows.map((window) => readPlan(database, window)));
  await closeDatabase();
  await stopServer();
  await removeFolder();
  console.log(`\nLeaderboard: ${limit} places, ${reads} sequential reads\n`);
  console.log(table([['', 'p50', 'p99', 'of the small board', 'pages', 'first request']].concat(rows)));
  for (const plan of plans) console.log(`\n${plan}`);
};

const firstPage = { limit, offset: 0, players: 'people' } as const;

/** PostgreSQL's plan for a board of all players, with the pages that it read. */
const readPlan = async (database: Database, window: BoardWindow): Promise<string> => {
  let lines: string[] = [];
  const explain: Database['query'] = async ({ text, values }) => {
    const plan = await database.query<{ 'QUERY PLAN': string }>({
      text: `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) ${text}`,
      values,
    });
    lines = plan.map((row) => row['QUERY PLAN']);
    return [];
  };
  await createLeaderboardService({ database: { ...database, query: explain }, games: [] }).readBoard({
    ...firstPage,
    window,
  });
  return [`Plan, ${window}:`, ...lines].join('\n');
};

const timeReads = async (database: Database, window: BoardWindow): Promise<number[]> => {
  const { readBoard } = createLeaderboardService({ database, games: [] });
  const durationsMs: number[] = [];
  for (let index = 0; index < reads + 50; index++) {
    const startedAt = performance.now();
    const board = await readBoard({ ...firstPage, window });
    if (!board.ok || board.value.length !== limit) throw new Error('the board is not complete');
    // The first reads warm up the connection and its prepared statement.
    if (index >= 50) durationsMs.push(performance.now() - startedAt);
  }
  return durationsMs;
};

/** Own places. The first request is the first one of a process that has just started. */
const timePlaces = async (database: Database, window: BoardWindow, size: number): Promise<string[][]> => {
  const { query } = database;
  const marks = createMarks({ query, rules: placeRules });
  // As a process does at its start.
  await marks.refresh();
  const find = createFindPlace({ query, marks });
  const rows: string[][] = [];
  for (const place of [...places.filter((each) => each < size), size]) {
    const id = await playerAt(database, window, place);
    const firstMs = await timed(() => find(id, window));
    const durationsMs: number[] = [];
    for (let index = 0; index < placeReads; index++) durationsMs.push(await timed(() => find(id, window)));
    const found = Number((await find(id, window))?.place);
    // Among many players with equal amounts, the place of a mark is returned: docs/decisions/017.
    if (found > place || found <= place - Math.ceil(size / placeRules.maxMarks))
      throw new Error(`the player at place ${place} got ${found}`);
    const name = `own place ${count(place)} of ${count(size)}, ${window}`;
    const pages = await countPages(database, window, id);
    rows.push([
      name,
      ms(percentile(durationsMs, 0.5)),
      ms(percentile(durationsMs, 0.99)),
      '',
      count(pages),
      ms(firstMs),
    ]);
  }
  return rows;
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

/** Found by sorting the complete board. */
const playerAt = async ({ query }: Database, window: BoardWindow, place: number): Promise<bigint> => {
  const [row] = await query<{ id: bigint }>({
    text: `SELECT w.player_id AS id FROM wallet w
      LEFT JOIN standing s ON s.player_id = w.player_id AND s.span = (CASE $1 WHEN 'today' THEN 'd' WHEN 'week' THEN 'w' ELSE 'm' END)::"char"
      ORDER BY CASE WHEN $1 = 'all' THEN w.total_won ELSE coalesce(s.won, 0) END DESC,
        CASE WHEN w.staked_on = current_date THEN w.staked_today ELSE 0 END DESC, w.player_id
      OFFSET $2::bigint - 1 LIMIT 1`,
    values: [window, place],
  });
  if (row === undefined) throw new Error(`no player at place ${place}`);
  return row.id;
};

/** Pages read by all statements of one request when marks exist. */
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
  const marks = createMarks({ query: explained, rules: placeRules });
  await createFindPlace({ query: explained, marks })(id, window);
  return pages;
};

/** A tenth of the players played today and a third have won; amounts are spread, so that few players tie. */
const addPlayers = async ({ query }: Database, from: number, upTo: number): Promise<void> => {
  const run = (text: string) => query({ text, values: [] });
  // In batches, because statements of the pool have a timeout.
  for (let after = from; after < upTo; after += batchSize) {
    const last = Math.min(after + batchSize, upTo);
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
      CROSS JOIN (VALUES ('d'::"char", current_date), ('w'::"char", date_trunc('week', current_date)::date),
        ('m'::"char", date_trunc('month', current_date)::date)) AS s (span, since)
      WHERE player_id > ${after} AND total_won > 0 AND staked_on = current_date`);
  }
  // Otherwise the marks of the smaller board would be used.
  await run(`UPDATE board_marks SET taken_at = '2000-01-01'`);
  await run('VACUUM ANALYZE player');
  await run('VACUUM ANALYZE wallet');
  await run('VACUUM ANALYZE standing');
};
