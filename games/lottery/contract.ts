/** The lottery over the wire: tickets, draws, proofs. */
import * as z from 'zod/mini';
import { betClientSeed, sealFields, sealPushFields, type LiveMessages } from '@fairground/game-kit/shared';
import { catch as otherwise } from 'zod/mini';
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
import { lotteryRules } from './rules.ts';

/** Six different numbers from 1 to 49, in any order. */
const pick = z.array(integerWithin({ min: 1, max: 49 })).check(
  z.length(6, 'Must be six numbers.'),
  z.refine((numbers) => new Set(numbers).size === numbers.length, 'The six numbers must differ.'),
);

/** Six numbers as they are shown: ascending. */
const sixNumbers = z.array(z.number());

export const ticketSchema = z.object({
  id,
  createdAt: instant,
  numbers: sixNumbers,
  /** The ticket's numbers that were drawn; empty until then. */
  matchedNumbers: z.array(z.number()),
  bid: coins,
  result: z.enum(['win', 'loss', 'pending', 'megaPot']),
  coinsWon: coins,
  /** The draw is void and the bid went back. */
  refunded: z.optional(z.boolean()),
  /** The time of a draw ahead that is not open yet. */
  drawId: id,
  drawsAt: instant,
  /** Until then a ticket that was bought ahead may be taken back, with `POST /lottery/advance/cancel`. */
  closesAt: z.optional(instant),
  drawResult: z.nullable(z.object({ winningNumbers: sixNumbers })),
});

export type Ticket = z.infer<typeof ticketSchema>;

/** GET /ticket/userTickets/{userId}: 10 a page, newest first; those for draws ahead are pending. */
export const userTickets = z.array(ticketSchema);

/** What a player's history shows of them. A result that is not known counts as pending. */
export const shownTickets = z.array(
  z.extend(
    z.pick(ticketSchema, {
      id: true,
      createdAt: true,
      numbers: true,
      matchedNumbers: true,
      bid: true,
      coinsWon: true,
    }),
    {
      drawId: z.optional(ticketSchema.shape.drawId),
      drawsAt: z.optional(ticketSchema.shape.drawsAt),
      result: otherwise(ticketSchema.shape.result, 'pending'),
    },
  ),
);

export type ShownTicket = z.infer<typeof shownTickets>[number];

/** Pages count from 1. */
export const pageQuery = z.object({
  pageNo: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1),
});

/** POST /lottery/create. With `drawId` the ticket is for that draw or none. */
export const lotteryCreateBody = z.strictObject({
  numbers: pick,
  bid: stakeWithin({
    min: lotteryRules.minBidCoins,
    max: lotteryRules.maxBidCoins,
    step: lotteryRules.bidStepCoins,
  }),
  drawId: z.optional(id),
  clientSeed: z.optional(betClientSeed),
});

/** A ticket that is paid, and waits for its draw. Until sales for that close it may be taken back. */
export const advanceTicketSchema = z.object({
  id,
  numbers: sixNumbers,
  bid: coins,
  drawsAt: instant,
  closesAt: instant,
});

/** POST /lottery/advance: the same ticket for the next draws, beginning with the open one. */
export const advanceCreateBody = z.extend(lotteryCreateBody, {
  draws: integerWithin({ min: lotteryRules.minAdvanceDraws, max: lotteryRules.maxAdvanceDraws }),
});

export const advanceCreateAnswer = z.object({ user: userSchema, tickets: z.array(advanceTicketSchema) });

/** POST /lottery/advance/cancel */
export const advanceCancelBody = z.strictObject({ id });

export const advanceCancelAnswer = z.object({ user: userSchema, id });

/** GET /lottery/advance: soonest first, 100 a page. The next page begins after the last ticket of this one. */
export const advanceTickets = z.array(advanceTicketSchema);

export const advanceQuery = z.object({ after: z.optional(id) });

/** GET /lottery/favourites, and the answers of the calls that change them: in the order in which they were stored. */
export const favouritesAnswer = z.object({ favourites: z.array(sixNumbers) });

/** POST /lottery/favourites, POST /lottery/favourites/remove */
export const favouriteBody = z.strictObject({ numbers: pick });

export const lotteryCreateAnswer = z.object({ user: userSchema, ticket: ticketSchema, receipt });

/** The draw that tickets are sold for, or that is closed and about to be held. */
export const nextDrawSchema = z.object({
  drawId: id,
  drawsAt: instant,
  closesAt: instant,
  /** SHA-256 of the sealed seed, as hex. */
  commitment: z.string(),
  /** The round of the beacon that the draw waits for; null where none is used. */
  beaconRound: z.nullable(z.number()),
});

export const tierSchema = z.object({
  matches: z.number(),
  multiplier,
  /** One ticket in this many has exactly that many matches. */
  oneIn: z.number(),
});

const drawn = z.object({ drawId: id, winningNumbers: sixNumbers, drawnAt: instant });

/** GET /lottery */
export const lotteryStatus = z.object({
  next: nextDrawSchema,
  latest: z.nullable(drawn),
  tiers: z.array(tierSchema),
  minBid: coins,
  maxBid: coins,
  step: coins,
});

/** GET /lottery/draws: 20 a page, newest first. */
export const lotteryDraws = z.array(z.extend(drawn, { ticketCount: z.number() }));

/** GET /fairness/lottery/{drawId}. Bytes are lower-case hex. */
export const lotteryProofSchema = z.object({
  game: z.literal('lottery'),
  id,
  algorithm: z.literal('lotto/v2'),
  commitment: z.string(),
  /** Null until the draw. */
  seed: z.nullable(z.string()),
  /** The draw's id inside the hash. */
  date: z.string(),
  /** Merkle root of all tickets; null until sales are closed. */
  rootHex: z.nullable(z.string()),
  /** What is mixed with the seed: zeros where no beacon is used; null until it is known. */
  beacon: z.nullable(z.string()),
  beaconSource: z.enum(['none', 'beacon']),
  beaconRound: z.nullable(z.number()),
  beaconSignature: z.nullable(z.string()),
  beaconChain: sealFields.beaconChain,
  entropy: sealFields.entropy,
  log: sealFields.log,
  ticketCount: z.nullable(z.number()),
  status: z.enum(['open', 'closed', 'finished']),
  openedAt: instant,
  closesAt: instant,
  drawsAt: instant,
  /** When the draw was cancelled; its seed is revealed, and no numbers are drawn. */
  voidedAt: z.optional(instant),
  voidReason: sealFields.voidReason,
  outcome: z.nullable(z.object({ winningNumbers: sixNumbers })),
});

/** GET /fairness/lottery/{drawId}/tickets/{ticketId} */
export const ticketProofSchema = z.object({
  /** The ticket's canonical JSON. */
  leaf: z.string(),
  index: z.number(),
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string() })),
  root: z.string(),
  ticketCount: z.number(),
});

export type LotteryCreateBody = z.infer<typeof lotteryCreateBody>;
export type LotteryCreateAnswer = z.infer<typeof lotteryCreateAnswer>;
export type AdvanceTicket = z.infer<typeof advanceTicketSchema>;
export type AdvanceCreateAnswer = z.infer<typeof advanceCreateAnswer>;
export type AdvanceCancelAnswer = z.infer<typeof advanceCancelAnswer>;
export type LotteryStatus = z.infer<typeof lotteryStatus>;
export type NextDraw = z.infer<typeof nextDrawSchema>;
export type LotteryDraw = z.infer<typeof lotteryDraws>[number];
export type LotteryConfig = z.infer<typeof lotteryConfig>;
export type LotteryProof = z.infer<typeof lotteryProofSchema>;
export type TicketProof = z.infer<typeof ticketProofSchema>;

/** This game's part of GET /games/config. */
export const lotteryConfig = z.object({
  balls: z.number(),
  picks: z.number(),
  minBid: coins,
  maxBid: coins,
  step: coins,
  defaultBid: coins,
  quickBids: z.array(coins),
  /** For how many draws a ticket can be bought at once. */
  maxAdvanceDraws: z.optional(z.number()),
  maxFavourites: z.optional(z.number()),
  /** The average time between two draws. */
  drawEveryMs: z.optional(z.number()),
  /** From six matches down to one. */
  tiers: z.array(tierSchema),
  /** Return to player over all tickets, in basis points. */
  rtpBp: z.number(),
});

/** latestDraw_response: at each lottery draw. The first three are null before any draw was held. */
export const latestDrawData = z.object({
  drawId: z.nullable(id),
  winningNumbers: z.nullable(z.array(z.number())),
  drawnAt: z.nullable(instant),
  next: nextDrawSchema,
});

export type LotterySeal = z.infer<typeof lotterySealData>;
export type LatestDraw = z.infer<typeof latestDrawData>;

/** lotterySeal_response: when sales are closed, and to new connections until the draw. */
export const lotterySealData = z.object({ drawId: id, ...sealPushFields });

/** What the stall shows. */
export interface LotteryStall {
  /** The numbers of the last draw, in ascending order. */
  last?: number[] | undefined;
}

/** The topic that a socket subscribes to. */
export const topic = 'lottery';

/** What is pushed to it. */
export const liveMessages = {
  latestDraw_response: latestDrawData,
  lotterySeal_response: lotterySealData,
} satisfies LiveMessages;

export { lotteryConfig as configSchema, lotteryProofSchema as proofSchema };
