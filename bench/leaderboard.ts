/**
 * How long the leaderboard takes with a thousand to a million players: a hundred places of each window, and the own place
 * of players at the top, in the thousands and at the end. BOARD_PLAYERS sets the largest number.
 */
import { boardWindows, type BoardWindow } from '@fairground/contract/leaderboard';
import { createMarks, createMarksEngine } from '../apps/server/src/players/leaderboard/marks.ts';
import type { StepContext } from '../apps/server/src/director/director.ts';
import { createFindPlace, placeRules } from '../apps/server/src/players/leaderboard/own-place.ts';
import { createLeaderboardService } from '../apps/server/src/players/leaderboard/service.ts';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { alternate, type Figures, type SubjectResult } from './lib/alternate.ts';
import { startBenchPostgres } from './lib/bench-postgres.ts';
import { count, percentile } from './lib/figures.ts';
import { report, type Column } from './lib/results.ts';
import { sized } from './lib/short.ts';

const largest = Number(process.env['BOARD_PLAYERS'] ?? sized(1_000_000, 10_000));
const sizes = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= largest);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? sized(3, 1));
const reads = sized(500, 20);
const placeReads = sized(100, 5);
const places = [1, 1_000, 100_000, 1_000_000];
const limit = 100;
const batchSize = 50_000;

/** Of the slowest window. */
const sizeColumns: readonly Column[] = [
  { figure: 'pageP99', label: 'page p99', unit: 'ms', digits: 1 },
  { figure: 'pageP50', label: 'page p50', unit: 'ms', digits: 1 },
  { figure: 'placeP99', label: 'last place p99', unit: 'ms', digits: 1 },
  { figure: 'placeP50', label: 'last place p50', unit: 'ms', digits: 1 },
  { figure: 'blocks', label: 'last place, blocks read', digits: 0 },
  { figure: 'marksMs', label: 'marks, once in five minutes', unit: 'ms', digits: 0 },
];
/** The first request of a process that has just started. */
const placeColumns: readonly Column[] = boardWindows.map((window) => ({
  figure: window,
  label: window === 'all' ? 'of all time' : window,
  unit: 'ms',
  digits: 1,
}));

/** The engine of the marks uses nothing of the leadership. */
const leading: StepContext = {
  epoch: 1n,
  databaseNowMs: () => Date.now(),
  gap: { fromMs: 0, untilMs: 0 },
  clockJumps: 0,
  isPaused: false,
};

export const benchLeaderboard = async (): Promise<void> => {
  const postgres = await startBenchPostgres();
  const database = postgres.open(await postgres.addDatabase('leaderboard'));
  await migrate(database);
  const bySize: SubjectResult[] = [];
  let players = 0;
  for (const size of sizes) {
    await addPlayers(database, players, size);
    players = size;
    const run = () => measureBoard(database, size);
    bySize.push(...(await alternate([{ name: `${count(size)} players`, run }], rounds)));
  }
  const byPlace = await alternate(
    places
      .filter((place) => place <= players)
      .map((place) => ({ name: `place ${count(place)}`, run: () => firstRequests(database, place) })),
    rounds,
  );
  await postgres.stop();
  report('leaderboard', [
    {
      title: `The leaderboard by its players, in the slowest window: a page of ${limit} places, and the own place of the last player; ${rounds} runs of ${reads} and ${placeReads} sequential requests`,
      columns: sizeColumns,
      subjects: bySize,
    },
    {
      title: `The first request of a process that has just started for an own place, ${count(players)} players, ${rounds} runs`,
      columns: placeColumns,
      subjects: byPlace,
    },
  ]);
};

/** Of a board with marks, which the leader counts. */
const measureBoard = async (database: Database, size: number): Promise<Figures> => {
  const { query } = database;
  await query({ text: `UPDATE board_marks SET taken_at = '2000-01-01'`, values: [] });
  const marksMs = await timed(() => createMarksEngine({ query, rules: placeRules }).step(leading));
  const figures: { pageP50: number; pageP99: number; placeP50: number; placeP99: number; blocks: number }[] =
    [];
  for (const window of boardWindows) {
    const pagesMs = await timeReads(database, window);
    const placesMs = await timePlaces(database, window, size);
    figures.push({
      pageP50: percentile(pagesMs, 0.5),
      pageP99: percentile(pagesMs, 0.99),
      placeP50: percentile(placesMs, 0.5),
      placeP99: percentile(placesMs, 0.99),
      blocks: await countBlocks(database, window, await playerAt(database, window, size)),
    });
  }
  const slowest = (figure: keyof (typeof figures)[number]) =>
    Math.max(...figures.map((each) => each[figure]));
  return {
    pageP50: slowest('pageP50'),
    pageP99: slowest('pageP99'),
    placeP50: slowest('placeP50'),
    placeP99: slowest('placeP99'),
    blocks: slowest('blocks'),
    marksMs,
  };
};

const firstRequests = async (database: Database, place: number): Promise<Figures> => {
  const { query } = database;
  const figures: Record<string, number> = {};
  for (const window of boardWindows) {
    const find = createFindPlace({ query, marks: createMarks({ query, rules: placeRules }) });
    const id = await playerAt(database, window, place);
    figures[window] = await timed(() => find(id, window));
  }
  return figures;
};

const firstPage = { limit, offset: 0, players: 'people' } as const;

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

/** The own place of the last player. */
const timePlaces = async (
  { query }: Pick<Database, 'query'>,
  window: BoardWindow,
  place: number,
): Promise<number[]> => {
  const marks = createMarks({ query, rules: placeRules });
  // As a process does at its start.
  await marks.refresh();
  const find = createFindPlace({ query, marks });
  const id = await playerAt({ query }, window, place);
  const found = Number((await find(id, window))?.place);
  // Among many players with equal amounts, the place of a mark is returned: docs/decisions/017.
  if (found > place || found <= place - Math.ceil(place / placeRules.maxMarks))
    throw new Error(`the player at place ${place} got ${found}`);
  const durationsMs: number[] = [];
  for (let index = 0; index < placeReads; index++) durationsMs.push(await timed(() => find(id, window)));
  return durationsMs;
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

/** Found by sorting the complete board. */
const playerAt = async (
  { query }: Pick<Database, 'query'>,
  window: BoardWindow,
  place: number,
): Promise<bigint> => {
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

/** Blocks of tables and indexes that all statements of one request read when marks exist. */
const countBlocks = async ({ query }: Database, window: BoardWindow, id: bigint): Promise<number> => {
  let blocks = 0;
  const explained: Database['query'] = async (statement) => {
    const { text, values } = statement;
    if (statement.name?.startsWith('leaderboard-recount-marks') !== true) {
      const [plan] = await query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>({
        text: `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`,
        values,
      });
      const top = plan?.['QUERY PLAN'][0]?.Plan;
      blocks += (top?.['Shared Hit Blocks'] ?? 0) + (top?.['Shared Read Blocks'] ?? 0);
    }
    return query(statement);
  };
  const marks = createMarks({ query: explained, rules: placeRules });
  await createFindPlace({ query: explained, marks })(id, window);
  return blocks;
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
  await run('VACUUM ANALYZE player');
  await run('VACUUM ANALYZE wallet');
  await run('VACUUM ANALYZE standing');
  await run('CHECKPOINT');
};
