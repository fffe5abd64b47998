/** What follows from the bets of a filled site: wallets, boards, stamps, clubs, and the numbers that come next. */
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import type { Filling } from './rounds.ts';
import { asOwner, timeText } from './tables.ts';

const clubMembers = 50;
const playersPerClub = 500;

export const summarize = async (
  database: Database,
  { aviator, doubleTrouble, players, bornMs }: Filling & { bornMs: number },
): Promise<void> => {
  const run = (text: string, values: unknown[] = []) => asOwner(database, (query) => query({ text, values }));
  await run('ANALYZE');
  await run(`INSERT INTO wallet (player_id, coins, winnings)
    SELECT p.id, coalesce(c.amount, 0), coalesce(g.amount, 0) FROM player p
    LEFT JOIN (SELECT account, sum(amount) AS amount FROM (
        SELECT credit_account AS account, amount FROM transfer UNION ALL SELECT debit_account, -amount FROM transfer
      ) e WHERE account >= 1000 AND account % 2 = 0 GROUP BY account) c ON c.account = 1000 + 2 * p.id
    LEFT JOIN (SELECT credit_account AS account, sum(amount) AS amount FROM transfer
      WHERE credit_account >= 1000 AND credit_account % 2 = 1 GROUP BY credit_account) g ON g.account = 1001 + 2 * p.id
    ORDER BY p.id`);
  // By the day on which a stake was decided; a view, because each statement has its own transaction.
  await run(`CREATE UNLOGGED TABLE large_gain AS
    SELECT s.player_id, a.id AS account, s.ended_at::date AS day, sum(s.payout - s.amount)::bigint AS won
    FROM game_stake s JOIN account a ON a.name = s.game
    WHERE s.is_settled AND s.payout > s.amount GROUP BY 1, 2, 3`);
  await run(`CREATE UNLOGGED TABLE large_day AS
    SELECT player_id, placed_at::date AS day, min(placed_at) AS first, sum(amount)::bigint AS staked
    FROM game_stake GROUP BY 1, 2`);
  await run(`INSERT INTO standing (span, since, player_id, won)
    SELECT s.span, s.since, g.player_id, sum(g.won) FROM large_gain g
    CROSS JOIN LATERAL (VALUES ('d'::"char", g.day), ('w'::"char", date_trunc('week', g.day)::date),
      ('m'::"char", date_trunc('month', g.day)::date)) AS s (span, since)
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);
  await run(`INSERT INTO game_standing (account, player_id, won)
    SELECT account, player_id, sum(won) FROM large_gain GROUP BY 1, 2 ORDER BY 1, 2`);
  await run(`UPDATE wallet w SET total_won = g.won
    FROM (SELECT player_id, sum(won) AS won FROM large_gain GROUP BY 1) g WHERE g.player_id = w.player_id`);
  await run(`UPDATE wallet w SET staked_on = d.day, staked_today = d.staked FROM (
      SELECT DISTINCT ON (player_id) player_id, day, staked FROM large_day ORDER BY player_id, day DESC
    ) d WHERE d.player_id = w.player_id`);
  await run(`UPDATE wallet w SET spun_on = s.day
    FROM (SELECT player_id, max(site_day) AS day FROM wheel_spin GROUP BY 1) s WHERE s.player_id = w.player_id`);
  await run(`INSERT INTO stamp (player_id, day, stamped_at)
    SELECT player_id, day, min(first) FROM (
      SELECT player_id, day, first FROM large_day
      UNION ALL SELECT player_id, site_day, created_at FROM wheel_spin
    ) played GROUP BY 1, 2 ORDER BY 2, 1`);
  await run('DROP TABLE large_gain, large_day');
  await run(
    `WITH club AS (
      INSERT INTO club (name, created_at, closed_week)
      SELECT 'Club ' || n, $2::timestamptz, date_trunc('week', $2::timestamptz)::date
      FROM generate_series(1, $1::integer) n RETURNING id)
    INSERT INTO club_member (club_id, player_id, code, is_owner, joined_at, joined_on, won_before, announced)
    SELECT id, 1 + ((id - 1) * ${clubMembers} + m), 'code' || id || '-' || m, m = 0, $2::timestamptz,
      $2::timestamptz::date, 0, true
    FROM club, generate_series(0, ${clubMembers} - 1) m WHERE 1 + (id - 1) * ${clubMembers} + m <= $3`,
    [Math.max(1, Math.floor(players / playersPerClub)), timeText(bornMs), players],
  );
  for (const { chainId, rounds } of [aviator, doubleTrouble]) {
    await run('UPDATE fairness_chain SET next_link = $2 WHERE id = $1', [chainId, rounds + 1]);
  }
  for (const table of ['player', 'player_seed', ...identities]) {
    await run(`SELECT setval(pg_get_serial_sequence($1, 'id'), (SELECT max(id) FROM ${table}))`, [table]);
  }
  await database.query({ text: 'VACUUM (ANALYZE)', values: [] });
  await database.query({ text: 'CHECKPOINT', values: [] });
};

const identities = [
  'aviator_round',
  'aviator_bet',
  'double_trouble_bet',
  'lottery_draw',
  'lottery_ticket',
  'high_striker_strike',
  'ring_toss_bet',
  'minefield_game',
  'wheel_spin',
];
