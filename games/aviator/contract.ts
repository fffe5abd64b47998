/** Aviator over the wire: bets, cash-outs, histories, proofs. */
import * as z from 'zod/mini';
import { betClientSeed, sealFields, sealPushFields, type LiveMessages } from '@fairground/game-kit/shared';
import {
  coins,
  id,
  instant,
  multiplier,
  receipt,
  numberWithin,
  stakeWithin,
} from '@fairground/contract/primitives';
import { userSchema } from '@fairground/contract/user';
import { aviatorRules, formatHundredths } from './rules.ts';

/** Which of a player's two bets in a round; 1 where it is absent. */
const betSlot = z.literal([...aviatorRules.slots]);

export const aviatorBetSchema = z.object({
  id,
  roundId: id,
  slot: betSlot,
  amount: coins,
  amountWon: coins,
  outcome: z.enum(['win', 'loss', 'pending', 'void']),
  /** Null until the round has crashed. */
  crashMultiplier: z.nullable(multiplier),
  cashOutMultiplier: z.nullable(multiplier),
  autoCashOut: z.nullable(multiplier),
  /** Whether the site cashes the bet out where none of the player's connections has answered for two seconds. */
  parachute: z.boolean(),
  /** Null while it is pending. */
  endedBy: z.nullable(z.enum(['press', 'auto', 'parachute', 'crash', 'void'])),
  createdAt: instant,
});

export type AviatorBet = z.infer<typeof aviatorBetSchema>;

/** A multiplier with at most two decimals. */
const wireMultiplier = numberWithin({ min: 0, max: 1e9 });

const autoCashOutLimits = {
  min: formatHundredths(aviatorRules.minCashOutHundredths),
  max: formatHundredths(aviatorRules.maxHundredths),
};

/** POST /aviator/create */
export const aviatorCreateBody = z.strictObject({
  amount: stakeWithin({
    min: aviatorRules.minStakeCoins,
    max: aviatorRules.maxStakeCoins,
    step: aviatorRules.stakeStepCoins,
  }),
  autoCashOut: z.optional(z.nullable(numberWithin(autoCashOutLimits))),
  parachute: z.optional(z.boolean()),
  roundId: z.optional(id),
  slot: z.optional(betSlot),
  clientSeed: z.optional(betClientSeed),
});

export const aviatorCreateAnswer = z.object({ user: userSchema, bet: aviatorBetSchema, receipt });

/** POST /aviator/cashout */
export const aviatorCashOutBody = z.strictObject({
  roundId: id,
  crashMultiplier: wireMultiplier,
  slot: z.optional(betSlot),
});

export const aviatorCashOutAnswer = z.object({ user: userSchema, aviatorBidSave: aviatorBetSchema });

export const aviatorUserHistory = z.array(aviatorBetSchema);
export const aviatorGlobalHistory = z.array(z.object({ id, crashMultiplier: multiplier }));

/** GET /fairness/aviator/{roundId}. Bytes are lower-case hex; `seed` and `outcome` are null until revealed. */
export const aviatorProofSchema = z.object({
  game: z.literal('aviator'),
  id,
  algorithm: z.literal('crash/v2'),
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
  ...sealFields,
  status: z.enum(['betting', 'flying', 'finished', 'void']),
  /** Null too where the round was void before its bets were sealed: then it has no crash. */
  outcome: z.nullable(z.object({ crashMultiplier: multiplier })),
});

export type AviatorConfig = z.infer<typeof aviatorConfig>;
export type AviatorProof = z.infer<typeof aviatorProofSchema>;
export type AviatorCreateBody = z.infer<typeof aviatorCreateBody>;
export type AviatorCreateAnswer = z.infer<typeof aviatorCreateAnswer>;
export type AviatorCashOutAnswer = z.infer<typeof aviatorCashOutAnswer>;

/** This game's part of GET /games/config. */
export const aviatorConfig = z.object({
  minBet: coins,
  maxBet: coins,
  step: coins,
  defaultBet: coins,
  quickBets: z.array(coins),
  growthPerMs: z.number(),
  countdownMs: z.number(),
  /** The countdown is shown in words below this many seconds. */
  countdownShownBelow: z.number(),
  defaultCountdown: z.number(),
  autoCashOut: z.object({ min: multiplier, max: multiplier }),
  maxMultiplier: multiplier,
  /** Return to player in basis points: 9700 is 97 of 100 coins on average, at every cash-out above 1.00x. */
  rtpBp: z.number(),
});

/** aviatorDrawResult_response: at take-off, four times a second in flight, and at the crash with the seed. */
export const aviatorDrawResultData = z.object({
  roundId: id,
  status: z.enum(['ongoing', 'finished']),
  crashMultiplier: multiplier,
  startedAt: instant,
  growthPerMs: z.number(),
  seed: z.optional(z.string()),
});

export type AviatorDrawResult = z.infer<typeof aviatorDrawResultData>;

/** aviatorCountdown_response: once a second between rounds, whole seconds. */
export const aviatorCountdownData = z.object({
  roundId: id,
  countdown: z.number(),
  startsAt: instant,
  /** When betting ends. */
  closesAt: instant,
  commitment: z.string(),
  /** The round of the beacon that the crash waits for; null where none is used. */
  beaconRound: z.nullable(z.number()),
});

export type AviatorCountdown = z.infer<typeof aviatorCountdownData>;

/** aviatorSeal_response: once betting has closed, before take-off. */
export const aviatorSealData = z.object({ roundId: id, ...sealPushFields });

export type AviatorSeal = z.infer<typeof aviatorSealData>;

/** What the stall shows, of the messages above. */
export interface AviatorStall {
  /** The last crash. */
  last?: number;
  /** The flight that is on, or was last. */
  flight?: { roundId: string; multiplier: number; growthPerMs: number; isOver: boolean };
  /** Whole seconds, while bets are taken. */
  countdown?: number;
}

/** The topic that a socket subscribes to. */
export const topic = 'aviator';

/** What is pushed to it. */
export const liveMessages = {
  aviatorCountdown_response: aviatorCountdownData,
  aviatorDrawResult_response: aviatorDrawResultData,
  aviatorSeal_response: aviatorSealData,
} satisfies LiveMessages;

export { aviatorConfig as configSchema, aviatorProofSchema as proofSchema };
