/** What High Striker paid against its rules: a strike reaches its target with the probability rtp / target. */
import type { GameReturns } from '@fairground/game-kit/server';
import { strikerRules } from '../rules.ts';

const rtp = strikerRules.rtpBp / 10_000;

export const returns: GameReturns = {
  table: 'high_striker_strike',
  unitsPerStep: 2_000,
  units: (
    where,
  ) => `SELECT b.id, false AS is_open, b.created_at AS at, 1::bigint AS bets, b.amount::numeric AS staked,
      b.amount_won::numeric AS paid, b.amount * ${rtp} AS expected,
      b.amount::numeric ^ 2 * ${rtp} * (b.target_hundredths / 100.0 - ${rtp}) AS variance
    FROM high_striker_strike b WHERE ${where('b.id')}`,
};
