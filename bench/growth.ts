/**
 * Whether a bet costs the same in a large database: durable bets on a site that already stores ten thousand to ten million
 * bets with their transfers, alternating with a site that stays empty. GROWTH_BETS sets the largest number.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../apps/server/src/platform/postgres/database.ts';
import { doubleTrouble, measureMs, players, stakeCoins, startSite, warmUpMs } from './bets-subjects.ts';
import { alternate, type SubjectResult } from './lib/alternate.ts';
import { startBenchPostgres, type BenchPostgres } from './lib/bench-postgres.ts';
import { count } from './lib/figures.ts';
import { report, type Column } from './lib/results.ts';
import { sized } from './lib/short.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? sized(3, 1));
const inFlight = 64;
const largest = Number(process.env['GROWTH_BETS'] ?? sized(10_000_000, 20_000));
const sizes = [10_000, 100_000, 1_000_000, 10_000_000].filter((size) => size <= largest);
const chunk = 500_000;

const columns: readonly Column[] = [
  { figure: 'ratio', label: 'of an empty site', digits: 2 },
  { figure: 'rate', label: 'bets/s', digits: 0 },
  { figure: 'p99Ms', label: 'p99', unit: 'ms', digits: 1 },
  { figure: 'databaseUs', label: 'database', unit: 'µs', digits: 0, isLine: true },
  { figure: 'programUs', label: 'site', unit: 'µs', digits: 0, isLine: true },
];

export const benchGrowth = async (): Promise<void> => {
  const postgres = await startBenchPostgres({ max_connections: '60', max_wal_size: '8GB' });
  const [empty, grown] = [
    await startSite(postgres, 'empty', { game: doubleTrouble }),
    await startSite(postgres, 'grown', { game: doubleTrouble }),
  ];
  const options = { inFlight, withKeys: true };
  const subjects: SubjectResult[] = [];
  let stored = 0;
  for (const size of sizes) {
    await addBets(grown.database, { from: stored, to: size, firstPlayer: grown.firstPlayer });
    stored = size;
    await untilIdle(postgres);
    const name = `${count(size)} bets stored`;
    const [base, large] = await alternate(
      [empty.subject({ ...options, name: 'empty' }), grown.subject({ ...options, name, keepsBets: true })],
      rounds,
    );
    if (!base || !large) throw new Error('a subject has no result');
    large.runs['ratio'] = (large.runs['rate'] ?? []).map(
      (rate, run) => rate / (base.runs['rate']?.[run] ?? 0),
    );
    subjects.push(large);
  }
  await empty.stop();
  await grown.stop();
  await postgres.stop();
  report('growth', [
    {
      title: `Durable bets with ${inFlight} in flight by how many are stored already, ${rounds} runs of ${measureMs / 1000} s after ${warmUpMs / 1000} s of warm-up, alternating with an empty site`,
      columns,
      subjects,
      sizes: { of: 'bets stored', values: sizes },
    },
  ]);
};

/** Lost bets of a draw of the past, and the transfers of their stakes, as play leaves them: judged for badges, too. */
const addBets = async (
  database: Database,
  { from, to, firstPlayer }: { from: number; to: number; firstPlayer: number },
): Promise<void> => {
  const run = (text: string, values: unknown[] = []) => database.query({ text, values });
  await run(
    `INSERT INTO double_trouble_draw (id, chain_id, link, state, max, interval_ms, commitment, seed, winning_number,
        opened_at, closes_at, draws_at, drawn_at, epoch)
      SELECT 1000, chain_id, 0, 'finished', max, interval_ms, commitment, commitment, 30, to_timestamp(0), to_timestamp(1),
        to_timestamp(1), to_timestamp(1), epoch
      FROM double_trouble_draw WHERE state = 'open' ON CONFLICT (id) DO NOTHING`,
  );
  for (let at = from; at < to; at += chunk) {
    await run(
      `WITH bet AS (
        INSERT INTO double_trouble_bet (draw_id, player_id, draw_type, amount, from_winnings, payout_hundredths, outcome,
          created_at, settled_at)
        SELECT 1000, $1::bigint + n % $2::bigint, 'Under', $3, 0, 210, 'loss', to_timestamp(n * 0.001), to_timestamp(n * 0.001)
        FROM generate_series($4::bigint, $5::bigint - 1) n
        RETURNING id, player_id, amount
      )
      INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
      SELECT 'double_trouble_stake_coins', id, 1000 + 2 * player_id, 11, amount FROM bet`,
      [firstPlayer, players, stakeCoins, at, Math.min(at + chunk, to)],
    );
  }
  await run('UPDATE achievement_rule SET applied_through = (SELECT max(id) FROM transfer)');
  for (const text of ['VACUUM ANALYZE double_trouble_bet, transfer, wallet', 'CHECKPOINT']) await run(text);
};

/** Until the site has counted what was added: what it does once is no part of a bet. */
const untilIdle = async (postgres: BenchPostgres): Promise<void> => {
  for (let seconds = 0; seconds < 600; seconds += 2) {
    const before = postgres.time();
    await sleep(2_000);
    const after = postgres.time();
    if (before === undefined || after === undefined || after - before < 100_000) return;
  }
  throw new Error('the database was not idle within ten minutes');
};
