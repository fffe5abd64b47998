/** Minefield over the wire: games, tiles, figures, proofs. */
import * as z from 'zod/mini';
import { coins, id, instant, multiplier, receipt, stakeWithin } from '@fairground/contract/primitives';
import { userSchema } from '@fairground/contract/user';
import { minefieldRules } from './rules.ts';

const count = z.number().check(z.int(), z.gte(0), z.lte(1_000));

export const difficultySchema = z.enum(['Easy', 'Medium', 'Hard', 'Expert']);
export type MinefieldDifficulty = z.infer<typeof difficultySchema>;

/** Never where the mines are. */
export const minefieldGameSchema = z.object({
  id,
  bidAmount: coins,
  difficulty: difficultySchema,
  gemsFound: count,
  /** What a cash-out pays now, or paid; where a mine was hit, what the last gem had brought it to. */
  multiplier,
  gameState: z.enum(['Playing', 'Lost', 'CashedOut']),
  coinsWon: coins,
  /** The stake went back, whatever had been found. */
  refunded: z.optional(z.boolean()),
  createdAt: instant,
  updatedAt: instant,
  user: z.object({ id, username: z.string() }),
});

export type MinefieldGame = z.infer<typeof minefieldGameSchema>;

/** Ids count from 0, row by row. */
export const minefieldTileSchema = z.object({ id: count, isTrap: z.boolean(), isRevealed: z.boolean() });

export type MinefieldTile = z.infer<typeof minefieldTileSchema>;

const tiles = z.array(minefieldTileSchema);

/** POST /mineField/create. The last three are what a new game starts with, and may be left out. */
export const minefieldCreateBody = z.strictObject({
  difficulty: difficultySchema,
  bidAmount: stakeWithin({
    min: minefieldRules.minStakeCoins,
    max: minefieldRules.maxStakeCoins,
    step: minefieldRules.stakeStepCoins,
  }),
  gemsFound: z.optional(z.literal(0)),
  multiplier: z.optional(z.literal(1)),
  gameState: z.optional(z.literal('Playing')),
});

export const minefieldCreateAnswer = z.object({
  id,
  user: userSchema,
  game: minefieldGameSchema,
  /** SHA-256 of the server seed that the mines were laid from. */
  commitment: z.string(),
  receipt,
});

/** POST /mineField/reveal */
export const minefieldRevealBody = z.strictObject({ id, tileId: count });

export const minefieldRevealAnswer = z.object({
  tile: minefieldTileSchema,
  game: minefieldGameSchema,
  /** With the reveal that ended the game. */
  user: z.optional(userSchema),
  /** Every tile, with the reveal that ended the game. */
  tiles: z.optional(tiles),
});

/** POST /mineField/update: cashes out; 0 forfeits a game without gems. */
export const minefieldUpdateBody = z.strictObject({ id, gemsFound: count });

export const minefieldUpdateAnswer = z.object({ user: userSchema, game: minefieldGameSchema, tiles });

/** GET /mineField/current: the game in play with the tiles revealed so far. */
export const minefieldCurrent = z.extend(minefieldGameSchema, { tiles, commitment: z.string() });

/** GET /mineField/all */
export const minefieldHistory = z.array(minefieldGameSchema);
export const minefieldHistoryQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 10),
});

const fraction = z.object({ numerator: z.number(), denominator: z.number() });

/** The part of GET /games/config. */
export const minefieldConfig = z.object({
  minBid: coins,
  maxBid: coins,
  step: coins,
  defaultBid: coins,
  rows: count,
  difficulties: z.array(
    z.object({
      name: difficultySchema,
      gems: count,
      traps: count,
      gridSize: count,
      columns: count,
      multiplierIncrement: multiplier,
      /** One for each gem that can be found. */
      steps: z.array(
        z.object({
          gems: count,
          multiplier,
          /** Chance to get that far, from the first tile on: the exact fraction. */
          chance: fraction,
          /** Chance of this gem, once the one before is found. */
          nextGem: fraction,
          /** Average return per coin of cashing out here: the exact fraction. */
          returned: fraction,
          /** The return in basis points: 9680 is 96.8 of 100. */
          rtpBp: z.number(),
        }),
      ),
    }),
  ),
});

export type MinefieldConfig = z.infer<typeof minefieldConfig>;

/** GET /fairness/mineField/{id}. `seed` is null until the player rotates it out, `outcome` until the game is over. */
export const minefieldProofSchema = z.object({
  game: z.literal('mineField'),
  id,
  algorithm: z.literal('mines/v1'),
  commitment: z.string(),
  seed: z.nullable(z.string()),
  clientSeed: z.string(),
  clientSeedSource: z.enum(['server', 'player']),
  nonce: count,
  tiles: count,
  mines: count,
  status: z.enum(['Playing', 'Lost', 'CashedOut']),
  /** Tile ids in the order drawn. */
  outcome: z.nullable(z.object({ mines: z.array(count) })),
});

export type MinefieldProof = z.infer<typeof minefieldProofSchema>;
export type MinefieldCreateAnswer = z.infer<typeof minefieldCreateAnswer>;
export type MinefieldRevealAnswer = z.infer<typeof minefieldRevealAnswer>;
export type MinefieldUpdateAnswer = z.infer<typeof minefieldUpdateAnswer>;
export type MinefieldCurrent = z.infer<typeof minefieldCurrent>;

export { minefieldConfig as configSchema, minefieldProofSchema as proofSchema };
