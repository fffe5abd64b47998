/**
 * What the lottery paid against its rules, a ticket at a time. Tickets of one draw are treated as independent: two that were
 * picked at random are not correlated, and equal ones are rare.
 */
import type { GameReturns } from '@fairground/game-kit/server';
import { lotteryDraws, lotteryReturn, lotteryRules, waysToMatch } from '../rules.ts';

const { tierHundredths } = lotteryRules;

const { paid, staked } = lotteryReturn();
const mean = Number(paid) / Number(staked);
const meanSquare = tierHundredths.reduce<number>(
  (sum, hundredths, matches) =>
    sum + (Number(waysToMatch(matches)) / Number(lotteryDraws)) * (hundredths / 100) ** 2,
  0,
);

export const returns: GameReturns = {
  table: 'lottery_ticket',
  unitsPerStep: 2_000,
  countable: `SELECT coalesce(least(
      (SELECT min(d.settled_through) FROM lottery_draw d WHERE d.state = 'settling'),
      (SELECT d.after_ticket FROM lottery_draw d
        WHERE d.state IN ('open', 'closing', 'closed') AND d.voided_at IS NULL)),
    (SELECT max(id) FROM lottery_ticket))`,
  units: (
    where,
  ) => `SELECT t.id, false AS is_open, d.drawn_at AS at, 1::bigint AS bets, t.bid::numeric AS staked,
      (t.bid * ('{${tierHundredths.join(',')}}'::bigint[])[1 + bit_count((t.pick & d.winning)::bit(64))::integer]
        / 100)::numeric AS paid,
      t.bid * ${mean.toFixed(12)} AS expected, t.bid::numeric ^ 2 * ${(meanSquare - mean ** 2).toFixed(6)} AS variance
    FROM lottery_ticket t JOIN lottery_draw d ON d.id = t.draw_id
    WHERE ${where('t.id')} AND d.winning IS NOT NULL AND t.id <= d.settled_through`,
};
