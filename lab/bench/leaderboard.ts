/**
 * How long the leaderboard takes with a thousand to a million players: a hundred places of each window, and the own
 * place of the last player who is listed and of the last of all. BOARD_PLAYERS sets the largest number.
 */
import { boardWindows, listedPlaces, type BoardWindow } from '@fairground/contract/leaderboard';
import type { StepContext } from '../../apps/server/src/director/director.ts';
import { createHistogramEngine } from '../../apps/server/src/players/leaderboard/histogram.ts';
import { createLeaderboardService } from '../../apps/server/src/players/leaderboard/service.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { alternate, type Figures, type SubjectResult } from './lib/alternate.ts';
import { startBenchPostgres } from './lib/bench-postgres.ts';
import { count, percentile } from './lib/figures.ts';
import { report, type Column } from './lib/results.ts';
import { sized } from './lib/short.ts';

const largest = Number(process.env['BOARD_PLAYERS'] ?? sized(1_000_000, 10_000));
const sizes = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= largest);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? sized(3, 1));
const reads = sized(500, 20);
const limit = 100;
const batchSize = 50_000;

/** Figures of the slowest window. */
const columns: readonly Column[] = [
  { figure: 'pageP99', label: 'page p99', unit: 'ms', digits: 1 },
  { figure: 'pageP50', label: 'page p50', unit: 'ms', digits: 1 },
  { figure: 'listedP99', label: 'last listed place p99', unit: 'ms', digits: 1 },
  { figure: 'listedP50', label: 'last listed place p50', unit: 'ms', digits: 1 },
  { figure: 'placeP99', label: 'last place p99', unit: 'ms', digits: 1 },
  { figure: 'placeP50', label: 'last place p50', unit: 'ms', digits: 1 },
  { figure: 'histogramMs', label: 'histograms, once in five minutes', unit: 'ms', digits: 0 },
];

export const benchLeaderboard = async (): Promise<void> => {
  const postgres = await startBenchPostgres();
  const database = postgres.open(await postgres.addDatabase('leaderboard'));
  await migrate(database);
  const subjects: SubjectResult[] = [];
  let players = 0;
  for (const size of sizes) {
    await addPlayers(database, players, size);
    players = size;
    const run = () => measureBoard(database, size);
    subjects.push(...(await alternate([{ name: `${count(size)} players`, run }], rounds)));
  }
  await postgres.stop();
  report('leaderboard', [
    {
      title:
        `The leaderboard by its players, in the slowest window: ` +
        `a page of ${limit} places, and the own place of the last listed and the last player; ` +
        `${rounds} runs of ${reads} sequential requests`,
      columns,
      subjects,
    },
  ]);
};

const measureBoard = async (database: Database, size: number): Promise<Figures> => {
  const { query } = database;
  const { readBoard, findRank } = createLeaderboardService({ database, games: [] });
  await query({ text: 'DELETE FROM board_histogram', values: [] });
  // The engine uses nothing of the leadership.
  const [histogramMs = 0] = await timed(1, () => createHistogramEngine(query).step({} as StepContext));
  const figures: Record<string, number> = { histogramMs };
  for (const window of boardWindows) {
    const rankOf = async (place: number) => {
      const id = await playerAt(database, window, place);
      return async () => {
        const found = await findRank(id, { window });
        // Below the listed places, it is that of the last player who won as much.
        if (!found.ok || (found.value.exact ? found.value.rank !== place : place <= listedPlaces))
          throw new Error(`the player at place ${place} got ${JSON.stringify(found)}`);
      };
    };
    const requests = {
      page: async () => {
        const board = await readBoard({ limit, offset: 0, players: 'people', window });
        if (!board.ok || board.value.length !== limit) throw new Error('the board is not complete');
      },
      listed: await rankOf(Math.min(size, listedPlaces)),
      place: await rankOf(size),
    };
    for (const [name, request] of Object.entries(requests)) {
      // The first ones warm up the connection and its prepared statements.
      await timed(50, request);
      const durationsMs = await timed(reads, request);
      for (const [figure, part] of [
        [`${name}P50`, 0.5],
        [`${name}P99`, 0.99],
      ] as const)
        figures[figure] = Math.max(figures[figure] ?? 0, percentile(durationsMs, part));
    }
  }
  return figures;
};

const timed = async (times: number, work: () => Promise<unknown>): Promise<number[]> => {
  const durationsMs: number[] = [];
  for (let index = 0; index < times; index++) {
    const startedAt = performance.now();
    await work();
    durationsMs.push(performance.now() - startedAt);
  }
  return durationsMs;
};

/** Found by sorting the complete board. */
const playerAt = async (
  { query }: Pick<Database, 'query'>,
  window: BoardWindow,
  place: number,
): Promise<bigint> => {
  const [row] = await query<{ id: bigint }>({
    text: `SELECT w.player_id AS id FROM wallet w
      LEFT JOIN standing s ON s.player_id = w.player_id
        AND s.span = (CASE $1 WHEN 'today' THEN 'd' WHEN 'week' THEN 'w' ELSE 'm' END)::"char"
      ORDER BY CASE WHEN $1 = 'all' THEN w.total_won ELSE coalesce(s.won, 0) END DESC,
        CASE WHEN w.staked_on = current_date THEN w.staked_today ELSE 0 END DESC, w.player_id
      OFFSET $2::bigint - 1 LIMIT 1`,
    values: [window, place],
  });
  if (row === undefined) throw new Error(`no player at place ${place}`);
  return row.id;
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
