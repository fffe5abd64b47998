/** Double Trouble over the wire: draws, bets, the proof, and what is pushed at each draw. */
import * as z from 'zod/mini';
import { betClientSeed, sealFields, sealPushFields, type LiveMessages } from '@fairground/game-kit/shared';
import {
  coins,
  id,
  instant,
  multiplier,
  receipt,
  stakeWithin,
  integerWithin,
} from '@fairground/contract/primitives';
import { userSchema } from '@fairground/contract/user';
import { doubleTroubleRules } from './rules.ts';

export const drawTypeSchema = z.enum(['Number', 'Under', 'Over', 'Exact']);

/** An array everywhere, of one for this game. */
const winningNumbers = z.array(z.number().check(z.int(), z.gte(1)));

const drawn = z.object({ drawId: id, winningNumbers, drawnAt: instant });

/** GET /doubleTrouble/status and doubleTroubleStatus_response; `history` is newest first and begins with `current`. */
export const doubleTroubleStatusSchema = z.object({
  current: z.nullable(drawn),
  next: z.object({
    drawId: id,
    drawsAt: instant,
    closesAt: instant,
    /** SHA-256 of the seed that will draw, which is the one that the draw's proof shows. */
    commitment: z.string(),
    /** The round of the beacon that the draw waits for; null where none is used. */
    beaconRound: z.nullable(z.number()),
  }),
  history: z.array(drawn),
});

export const doubleTroubleBetSchema = z.object({
  id,
  drawId: id,
  drawType: drawTypeSchema,
  /** Null for all kinds but Number. */
  number: z.nullable(z.number()),
  amount: coins,
  multiplier,
  /** `void` if the draw could not be held and the stake was refunded. */
  status: z.enum(['pending', 'win', 'loss', 'void']),
  amountWon: coins,
  createdAt: instant,
});

/** POST /doubleTrouble/create. The game's rules check the range of the number. */
export const doubleTroubleCreateBody = z
  .strictObject({
    drawType: drawTypeSchema,
    number: z.optional(integerWithin({ min: 1, max: 50 })),
    amount: stakeWithin({
      min: doubleTroubleRules.minStakeCoins,
      max: doubleTroubleRules.maxStakeCoins,
      step: doubleTroubleRules.stakeStepCoins,
    }),
    drawId: z.optional(id),
    clientSeed: z.optional(betClientSeed),
  })
  .check(
    z.refine(({ drawType, number }) => (drawType === 'Number') === (number !== undefined), {
      path: ['number'],
      error: 'A number goes with Number, and with nothing else.',
    }),
  );

export const doubleTroubleCreateAnswer = z.object({ user: userSchema, bet: doubleTroubleBetSchema, receipt });

export const doubleTroubleUserHistory = z.array(doubleTroubleBetSchema);

/** GET /fairness/doubleTrouble/{drawId}. Bytes are lower-case hex; `seed` and `outcome` are null until drawn. */
export const doubleTroubleProofSchema = z.object({
  game: z.literal('doubleTrouble'),
  id,
  algorithm: z.literal('draw30/v2'),
  /** SHA-256 of the seed, which is the seed of the draw before. */
  commitment: z.string(),
  seed: z.nullable(z.string()),
  /** The draw's place in its chain, the id inside the hash. */
  round: z.number(),
  /** Which chain the link belongs to. */
  chain: z.number(),
  terminalHash: z.string(),
  salt: z.string(),
  saltSource: z.enum(['install', 'beacon']),
  max: z.number(),
  ...sealFields,
  status: z.enum(['open', 'drawn', 'void']),
  outcome: z.nullable(z.object({ winningNumbers })),
});

/** The game's part of GET /games/config. */
export const doubleTroubleConfig = z.object({
  /** Numbers from 1 to max are drawn; Under, Over and Exact compare with half. */
  max: z.number(),
  half: z.number(),
  intervalMs: z.number(),
  closeMs: z.number(),
  minBet: coins,
  maxBet: coins,
  step: coins,
  defaultBet: coins,
  quickBets: z.array(coins),
  historyLength: z.number(),
  bets: z.array(
    z.object({
      drawType: drawTypeSchema,
      multiplier,
      /** How many of `max` numbers win. */
      winningNumbers: z.number(),
      /** Return to player in basis points. */
      rtpBp: z.number(),
    }),
  ),
});

export type DoubleTroubleStatus = z.infer<typeof doubleTroubleStatusSchema>;
export type DoubleTroubleBet = z.infer<typeof doubleTroubleBetSchema>;
export type DoubleTroubleDraw = z.infer<typeof drawn>;
export type DoubleTroubleCreateBody = z.infer<typeof doubleTroubleCreateBody>;
export type DoubleTroubleCreateAnswer = z.infer<typeof doubleTroubleCreateAnswer>;
export type DoubleTroubleConfig = z.infer<typeof doubleTroubleConfig>;
export type DoubleTroubleSeal = z.infer<typeof doubleTroubleSealData>;
export type DoubleTroubleProof = z.infer<typeof doubleTroubleProofSchema>;

/** doubleTroubleSeal_response: when bets are closed, and to new connections until the draw. */
export const doubleTroubleSealData = z.object({ drawId: id, ...sealPushFields });

/** What the stall shows. */
export interface DoubleTroubleStall {
  /** The last number that was drawn. */
  last?: number | undefined;
}

/** The topic that a socket subscribes to. */
export const topic = 'doubleTrouble';

/** What is pushed to it. */
export const liveMessages = {
  doubleTroubleStatus_response: doubleTroubleStatusSchema,
  doubleTroubleSeal_response: doubleTroubleSealData,
} satisfies LiveMessages;

export { doubleTroubleConfig as configSchema, doubleTroubleProofSchema as proofSchema };
