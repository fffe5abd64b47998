/** What Double Trouble paid against its rules: what a draw would have paid on each of its numbers, all equally likely. */
import type { GameReturns } from '@fairground/game-kit/server';

export const returns: GameReturns = {
  table: 'double_trouble_draw',
  unitsPerStep: 10,
  countable: `SELECT coalesce(least(
      (SELECT min(id) FROM double_trouble_draw WHERE state = 'open'),
      (SELECT min(id) FROM double_trouble_draw WHERE state = 'settling')) - 1,
    (SELECT max(id) FROM double_trouble_draw))`,
  units: (
    where,
  ) => `SELECT d.id, false AS is_open, d.drawn_at AS at, s.bets, s.staked, s.paid, n.expected, n.variance
    FROM double_trouble_draw d
    CROSS JOIN LATERAL (
      SELECT count(*) AS bets, sum(b.amount) AS staked, sum(b.amount_won) AS paid
      FROM double_trouble_bet b WHERE b.draw_id = d.id AND b.outcome IN ('win', 'loss')
    ) s
    CROSS JOIN LATERAL (
      SELECT sum(p.pays) / d.max AS expected, sum(p.pays ^ 2) / d.max - (sum(p.pays) / d.max) ^ 2 AS variance
      FROM (
        SELECT sum(k.pays) AS pays
        FROM (
          SELECT b.draw_type, b.number, sum(b.amount * b.payout_hundredths / 100) AS pays
          FROM double_trouble_bet b WHERE b.draw_id = d.id AND b.outcome IN ('win', 'loss')
          GROUP BY b.draw_type, b.number
        ) k JOIN generate_series(1, d.max) AS drawn (number) ON CASE k.draw_type
          WHEN 'Number' THEN drawn.number = k.number
          WHEN 'Under' THEN drawn.number < d.max / 2
          WHEN 'Over' THEN drawn.number > d.max / 2
          WHEN 'Exact' THEN drawn.number = d.max / 2 END
        GROUP BY drawn.number
      ) p
    ) n
    WHERE ${where('d.id')} AND d.state = 'finished' AND s.bets > 0`,
};
