/**
 * What Aviator paid against its rules. A bet is a game against the curve that its player may leave at any multiplier: at each
 * hundredth h that the curve reaches with probability h / (h + 1), what the bet is worth either grows to (h + 1) / 100 of
 * the stake or is lost. So the mean is the same at every cash-out, and the variance is the sum over the hundredths that were
 * flown. All bets of a round are lost by the same crash: the variance counts the stakes that still ride together.
 */
import type { GameReturns } from '@fairground/game-kit/server';
import { aviatorRules } from '../rules.ts';

const first = aviatorRules.minCashOutHundredths;

/** The hundredths from the first cash-out up to `level`, without it, added up. */
const sumBelow = (level: string): string =>
  `(${level} * (${level} - 1) - ${first * (first - 1)})::numeric / 2`;

/** Where the player left: a press pays what was asked, but was made when the curve was at this multiplier. */
const left = `greatest(x.cash_out_hundredths, least(r.crash_hundredths, x.auto_hundredths,
    floor(100 * exp(x.press_ms * ${aviatorRules.growthPerMs}::float8))::integer))`;

export const returns: GameReturns = {
  table: 'aviator_round',
  unitsPerStep: 10,
  countable: `SELECT coalesce(least(
      (SELECT min(id) FROM aviator_round WHERE state IN ('betting', 'flying')),
      (SELECT min(id) FROM aviator_round WHERE state = 'settling')) - 1,
    (SELECT max(id) FROM aviator_round))`,
  units: (
    where,
  ) => `SELECT r.id, false AS is_open, r.finished_at AS at, s.bets, s.staked, s.paid, s.expected, s.variance
    FROM aviator_round r CROSS JOIN LATERAL (
      SELECT sum(g.bets)::bigint AS bets, sum(g.staked) AS staked, sum(g.paid) AS paid,
        sum(g.staked) * r.rtp_bp / 10000 - sum(g.forgone) AS expected,
        sum(g.staked) ^ 2 * (r.rtp_bp / 10000.0) * (${first / 100} - r.rtp_bp / 10000.0)
          + sum(g.riding ^ 2 * (${sumBelow('g.level')} - ${sumBelow('g.below')})) / 10000 AS variance
      FROM (
        SELECT l.*, sum(l.staked) OVER (ORDER BY l.level DESC) AS riding,
          lag(l.level, 1, ${first}) OVER (ORDER BY l.level) AS below
        FROM (
          SELECT b.level, count(*) AS bets, sum(b.amount) AS staked, sum(b.amount_won) AS paid,
            sum(CASE WHEN b.outcome = 'win' THEN b.amount * b.level / 100.0 - b.amount_won ELSE 0 END) AS forgone
          FROM (
            SELECT x.amount, x.amount_won, x.outcome, (CASE WHEN x.outcome = 'win'
              THEN ${left} ELSE greatest(r.crash_hundredths + 1, ${first}) END)::bigint AS level
            FROM aviator_bet x WHERE x.round_id = r.id AND x.outcome IN ('win', 'loss')
          ) b GROUP BY b.level
        ) l
      ) g
    ) s
    WHERE ${where('r.id')} AND r.state = 'finished' AND s.bets > 0`,
};
