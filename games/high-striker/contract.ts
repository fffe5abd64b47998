/** High Striker over the wire: a strike, the history, figures, proofs. */
import * as z from 'zod/mini';
import { coins, id, instant, multiplier, numberWithin, stakeWithin } from '@fairground/contract/primitives';
import { userSchema } from '@fairground/contract/user';
import { parseTarget, strikerRules } from './rules.ts';

/** A multiplier with two decimals at most. */
const target = numberWithin(
  { min: strikerRules.minTargetHundredths / 100, max: strikerRules.maxTargetHundredths / 100 },
  ', with at most two decimals',
).check(z.refine((value) => parseTarget(value) !== null, 'Must have at most two decimals.'));

/** A strike is settled as it is placed, so this never changes. */
export const strikeSchema = z.object({
  id,
  amount: coins,
  target: multiplier,
  /** How high the puck flew; from the target on the strike is won. */
  height: multiplier,
  outcome: z.enum(['won', 'lost']),
  coinsWon: coins,
  createdAt: instant,
  user: z.object({ id, username: z.string() }),
});

export type Strike = z.infer<typeof strikeSchema>;

/** POST /highStriker/create */
export const strikeBody = z.strictObject({
  amount: stakeWithin({
    min: strikerRules.minStakeCoins,
    max: strikerRules.maxStakeCoins,
    step: strikerRules.stakeStepCoins,
  }),
  target,
});

export const strikeAnswer = z.object({ user: userSchema, game: strikeSchema });

export type StrikeAnswer = z.infer<typeof strikeAnswer>;

/** GET /highStriker/userHistory: the newest ten. */
export const strikeHistory = z.array(strikeSchema);

/** The part of GET /games/config. */
const strikerConfig = z.object({
  minBet: coins,
  maxBet: coins,
  step: coins,
  defaultBet: coins,
  quickBets: z.array(coins),
  minTarget: multiplier,
  maxTarget: multiplier,
  defaultTarget: multiplier,
  quickTargets: z.array(multiplier),
  rtpBp: z.number(),
});

export type StrikerConfig = z.infer<typeof strikerConfig>;

/** GET /fairness/highStriker/{id}. `seed` is null until the player rotates it out. */
const strikerProof = z.object({
  game: z.literal('highStriker'),
  id,
  algorithm: z.literal('striker/v1'),
  commitment: z.string(),
  seed: z.nullable(z.string()),
  clientSeed: z.string(),
  clientSeedSource: z.enum(['server', 'player']),
  nonce: z.number().check(z.int(), z.gte(0)),
  target: multiplier,
  outcome: z.object({ height: multiplier, won: z.boolean() }),
});

export type StrikerProof = z.infer<typeof strikerProof>;

export { strikerConfig as configSchema, strikerProof as proofSchema };
