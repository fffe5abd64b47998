/** Aviator over the wire: bets, cash-outs, histories, proofs. */
import * as z from 'zod/mini';
import { coins, id, instant, multiplier, stakeCoins } from './primitives.ts';
import { userSchema } from './user.ts';

export const aviatorBetSchema = z.object({
  id,
  roundId: id,
  amount: coins,
  amountWon: coins,
  outcome: z.enum(['win', 'loss', 'pending', 'void']),
  /** Null until the round has crashed. */
  crashMultiplier: z.nullable(multiplier),
  cashOutMultiplier: z.nullable(multiplier),
  autoCashOut: z.nullable(multiplier),
  createdAt: instant,
});

export type AviatorBet = z.infer<typeof aviatorBetSchema>;

/** A multiplier with at most two decimals. */
const wireMultiplier = z.number().check(z.gte(0), z.lte(1e9));

/** POST /aviator/create. The step of 10 and the balance are judged by the game's rules. */
export const aviatorCreateBody = z.strictObject({
  amount: stakeCoins.check(z.gte(10), z.multipleOf(10)),
  autoCashOut: z.optional(z.nullable(z.number().check(z.gte(1.01), z.lte(10_000)))),
  roundId: z.optional(id),
});

export const aviatorCreateAnswer = z.object({ user: userSchema, bet: aviatorBetSchema });

/** POST /aviator/cashout */
export const aviatorCashOutBody = z.strictObject({ roundId: id, crashMultiplier: wireMultiplier });

export const aviatorCashOutAnswer = z.object({ user: userSchema, aviatorBidSave: aviatorBetSchema });

export const aviatorUserHistory = z.array(aviatorBetSchema);
export const aviatorGlobalHistory = z.array(z.object({ id, crashMultiplier: multiplier }));

/** GET /fairness/aviator/{roundId}. Bytes are lower-case hex; `seed` and `outcome` are null until revealed. */
export const aviatorProofSchema = z.object({
  game: z.literal('aviator'),
  id,
  algorithm: z.literal('crash/v1'),
  /** SHA-256 of the seed, which is the seed of the round before. */
  commitment: z.string(),
  seed: z.nullable(z.string()),
  /** The round's place in its chain, the id inside the hash. */
  round: z.number(),
  /** Which chain the link belongs to. */
  chain: z.number(),
  terminalHash: z.string(),
  salt: z.string(),
  saltSource: z.enum(['install', 'beacon']),
  rtpBp: z.number(),
  status: z.enum(['betting', 'flying', 'finished', 'void']),
  outcome: z.nullable(z.object({ crashMultiplier: multiplier })),
});

export type AviatorProof = z.infer<typeof aviatorProofSchema>;
export type AviatorCreateBody = z.infer<typeof aviatorCreateBody>;
export type AviatorCreateAnswer = z.infer<typeof aviatorCreateAnswer>;
export type AviatorCashOutAnswer = z.infer<typeof aviatorCashOutAnswer>;
