/** The daily wheel over the wire: what it looks like today, one spin by a live message, and its proof. */
import * as z from 'zod/mini';
import { coins, id, instant } from '@fairground/contract/primitives';

export const wheelSegmentSchema = z.object({ text: z.string(), value: coins });

const segment = z.number().check(z.int(), z.gte(0), z.lte(15));

/** The data of spinWheel_response. A drawn 0 is a success with amount 0. */
export const spinWheelData = z.object({ id, amount: coins, segment });

export type SpinWheelData = z.infer<typeof spinWheelData>;

/** GET /wheel */
export const wheelAnswer = z.object({
  segments: z.array(wheelSegmentSchema),
  isSpinned: z.boolean(),
  nextSpinAt: instant,
  /** SHA-256 of the server seed that the next spin draws from. */
  commitment: z.string(),
  /** The spin of today, for a page that lost the answer on its way. */
  spin: z.nullable(spinWheelData),
});

export type WheelAnswer = z.infer<typeof wheelAnswer>;

/** GET /fairness/wheel/{id}. Bytes are lower-case hex; `seed` is null until the player rotates their seeds. */
export const wheelProofSchema = z.object({
  game: z.literal('wheel'),
  id,
  algorithm: z.literal('wheel/v1'),
  /** SHA-256 of the seed, published before the client seed was chosen. */
  commitment: z.string(),
  seed: z.nullable(z.string()),
  clientSeed: z.string(),
  /** One that the server made is the weaker level. */
  clientSeedSource: z.enum(['server', 'player']),
  nonce: z.number(),
  /** How many segments the wheel has. */
  segments: z.number(),
  /** What each of them pays. */
  values: z.array(coins),
  outcome: z.object({ segment, amount: coins }),
});

export type WheelConfig = z.infer<typeof wheelConfig>;
export type WheelProof = z.infer<typeof wheelProofSchema>;

/** Part of GET /games/config. */
export const wheelConfig = z.object({
  segments: z.array(wheelSegmentSchema),
  /** Coins a spin on average, exact. */
  meanCoins: z.number(),
});

export { wheelConfig as configSchema, wheelProofSchema as proofSchema };
