/**
 * What a player waits: from the close of betting to take-off in Aviator, and to the draw in Double Trouble, with no
 * bet, with 100 and with 10,000, on a site without a beacon and on one with a local beacon. The bets are written into
 * the open round by one statement, with their stakes. Both games run on one site, both sites at the same time.
 * BENCH_ROUNDS sets the rounds of each size.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { startLocalBeacon } from '../../apps/server/test/local-beacon.ts';
import { startSiteProcess } from '../../apps/server/test/site-process.ts';
import { addPlayers } from './bets-players.ts';
import type { SubjectResult } from './lib/alternate.ts';
import { connectionString, startBenchPostgres, type BenchPostgres } from './lib/bench-postgres.ts';
import { addCleanup } from './lib/cleanups.ts';
import { count, percentile } from './lib/figures.ts';
import { report, type Column } from './lib/results.ts';
import { sized } from './lib/short.ts';

const sizes = sized([0, 100, 10_000], [0, 100]);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? sized(15, 1));
const players = Math.max(...sizes);
/** Bets are written this long before the close at the latest. */
const leastOpenMs = sized(1_500, 500);

const columns: readonly Column[] = [
  { figure: 'waitP50', label: 'close to result, p50', unit: 'ms', digits: 0 },
  { figure: 'waitP99', label: 'p99', unit: 'ms', digits: 0 },
  { figure: 'lateP50', label: 'after its time, p50', unit: 'ms', digits: 0 },
  { figure: 'lateP99', label: 'p99', unit: 'ms', digits: 0 },
  { figure: 'sealP50', label: 'close to seal, p50', unit: 'ms', digits: 0 },
  { figure: 'sealP99', label: 'p99', unit: 'ms', digits: 0 },
];

interface Game {
  name: string;
  /** The open round, its planned time, and how long it is still open. */
  open: string;
  /** Bets of $2 players in the round $1. */
  bet: string;
  /** Null until the result is there, and its bets are settled. */
  times: string;
}

const ms = (from: string, to: string): string => `(extract(epoch FROM ${to} - ${from}) * 1000)::float8`;

const games: readonly Game[] = [
  {
    name: 'Aviator',
    open: `SELECT id, starts_at AS due, ${ms('clock_timestamp()', 'closes_at')} AS left FROM aviator_round
      WHERE state = 'betting' AND sealed_at IS NULL`,
    bet: `WITH bet AS (
        INSERT INTO aviator_bet (round_id, player_id, amount, from_winnings, client_seed)
        SELECT $1, p.id, 10, 0, 'AAAAAAAAAAAAAAAAAAAAAA' FROM player p ORDER BY p.id LIMIT $2 RETURNING id, player_id
      ), spent AS (
        UPDATE wallet w SET coins = w.coins - 10, version = w.version + 1 FROM bet b WHERE w.player_id = b.player_id
      )
      INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
      SELECT 'aviator_stake_coins', b.id, 1000 + 2 * b.player_id, a.id, 10
      FROM bet b, account a WHERE a.name = 'aviator'`,
    times: `SELECT ${ms('closes_at', 'starts_at')} AS wait, ${ms('closes_at', 'sealed_at')} AS seal,
      bet_count, state = 'void' AS is_void, ${ms('$2::timestamptz', 'starts_at')} AS late
      FROM aviator_round WHERE id = $1 AND state IN ('finished', 'void')`,
  },
  {
    name: 'Double Trouble',
    open: `SELECT id, draws_at AS due, ${ms('clock_timestamp()', 'closes_at')} AS left FROM double_trouble_draw
      WHERE state = 'open' AND sealed_at IS NULL`,
    bet: `WITH bet AS (
        INSERT INTO double_trouble_bet
          (draw_id, player_id, draw_type, amount, from_winnings, payout_hundredths, created_at, client_seed)
        SELECT $1, p.id, 'Under', 10, 0, 210, clock_timestamp(), 'AAAAAAAAAAAAAAAAAAAAAA'
        FROM player p ORDER BY p.id LIMIT $2 RETURNING id, player_id
      ), spent AS (
        UPDATE wallet w SET coins = w.coins - 10, version = w.version + 1 FROM bet b WHERE w.player_id = b.player_id
      )
      INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
      SELECT 'double_trouble_stake_coins', b.id, 1000 + 2 * b.player_id, a.id, 10
      FROM bet b, account a WHERE a.name = 'double-trouble'`,
    times: `SELECT ${ms('closes_at', 'drawn_at')} AS wait, ${ms('closes_at', 'sealed_at')} AS seal,
      bet_count, state = 'void' AS is_void, ${ms('$2::timestamptz', 'drawn_at')} AS late
      FROM double_trouble_draw
      WHERE id = $1 AND state IN ('finished', 'void')`,
  },
];

interface Times {
  wait: number;
  seal: number;
  late: number;
}

export const benchWait = async (): Promise<void> => {
  const postgres = await startBenchPostgres({ max_connections: '120' });
  const beacon = await startLocalBeacon({ nowMs: Date.now });
  const stopBeacon = addCleanup(() => beacon.stop());
  const sites = [
    { name: 'without a beacon', file: 'without', env: {} },
    { name: 'with a beacon', file: 'with', env: beacon.env },
  ];
  const tables = await Promise.all(sites.map((site) => measureSite(postgres, site)));
  await stopBeacon();
  await postgres.stop();
  report(
    'wait',
    sites.map(({ name }, at) => ({
      title: `From the close of betting to take-off or draw, ${name}; ${rounds} rounds each`,
      columns,
      subjects: tables[at] ?? [],
    })),
  );
};

const measureSite = async (
  postgres: BenchPostgres,
  { file, env }: { file: string; env: Record<string, string> },
): Promise<SubjectResult[]> => {
  const address = await postgres.addDatabase(`wait_${file}`);
  const site = await startSiteProcess({
    DATA_DIR: join(postgres.folder, `wait-${file}`),
    DATABASE_URL: connectionString(address),
    AVIATOR_COUNTDOWN_MS: '9000',
    DOUBLE_TROUBLE_INTERVAL_MS: '10000',
    DOUBLE_TROUBLE_CLOSE_MS: '1000',
    ...env,
  });
  const stop = addCleanup(() => site.end('SIGTERM'));
  const database = postgres.open(address);
  await addPlayers(database, players);
  const results = await Promise.all(games.map((game) => measureGame(database, game)));
  await stop();
  return results.flat();
};

/** The sizes take turns. */
const measureGame = async (database: Database, game: Game): Promise<SubjectResult[]> => {
  const found = new Map<number, Times[]>(sizes.map((size) => [size, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const size of sizes) found.get(size)?.push(await measureRound(database, game, size));
  }
  return [...found].map(([size, times]) => ({
    name: `${game.name}, ${count(size)} bets`,
    runs: Object.fromEntries(
      (['wait', 'late', 'seal'] as const).flatMap((figure) =>
        [0.5, 0.99].map((fraction) => [
          `${figure}P${100 * fraction}`,
          [
            percentile(
              times.map((each) => each[figure]),
              fraction,
            ),
          ],
        ]),
      ),
    ),
  }));
};

const measureRound = async (
  { query }: Database,
  { open, bet, times }: Game,
  size: number,
): Promise<Times> => {
  for (;;) {
    const [round] = await query<{ id: bigint; due: Date; left: number }>({ text: open, values: [] });
    if (!round || round.left < leastOpenMs) {
      await sleep(50);
      continue;
    }
    if (size > 0) await query({ text: bet, values: [round.id, size] });
    for (;;) {
      const [ended] = await query<Times & { bet_count: number; is_void: boolean }>({
        text: times,
        values: [round.id, round.due],
      });
      // Not one that was closed before all bets were in it, nor one that is void.
      if (ended) {
        if (ended.bet_count === size && !ended.is_void) return ended;
        break;
      }
      await sleep(100);
    }
  }
};
