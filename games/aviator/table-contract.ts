/** Aviator's live table over the wire: who plays the round, who has cashed out, and the signs that players send. */
import * as z from 'zod/mini';
import { coins, id, multiplier } from '@fairground/contract/primitives';
import type { LiveMessages } from '@fairground/game-kit/shared';

/**
 * Apart from the round's own topic: who follows the table with all ticks gets one message a
 * second at most, and others fewer.
 */
export const tableTopic = 'aviatorTable';

/** Signs of the fair, instead of a chat. */
export const tableSigns = ['balloon', 'star', 'lantern', 'clover', 'candyfloss', 'bell'] as const;

export type TableSign = (typeof tableSigns)[number];

/** A player sends one sign in this time at most. */
export const signEveryMs = 3_000;

/** How many bets are listed. */
export const maxTableBets = 20;

/** A message is no larger. */
export const maxTableBytes = 2_048;

const betSchema = z.object({
  /** The place in the list, from 0. A bet's own id would lead to its proof, which has its automatic target. */
  id,
  name: z.string(),
  amount: coins,
  /** Where it was cashed out. */
  at: z.optional(multiplier),
});

/** Cash-outs that lie close together are one mark. */
const markSchema = z.object({ at: multiplier, count: z.number() });

/**
 * aviatorTable_response: once a second at most to connections with all ticks; to others when the round's own messages
 * come and up to once a second between them. One with `bets` is complete and replaces what came before; one without
 * adds `outs` and `marks` to it.
 */
export const aviatorTableData = z.object({
  roundId: id,
  players: z.number(),
  /** The stakes of all bets. */
  staked: coins,
  /** How many bets were cashed out. */
  cashedOut: z.number(),
  /** In flight: what the curve shows now, as in aviatorDrawResult_response. */
  multiplier: z.optional(multiplier),
  /** For connections without ticks: the longest time between two messages in flight. */
  everyMs: z.optional(z.number()),
  /** The largest bets of players who do not hide their names, the largest first. */
  bets: z.optional(z.array(betSchema)),
  /** With `bets`: the places in it, from 0, of bets by bots; absent is none. */
  bots: z.optional(z.array(z.number())),
  /** Listed bets that were cashed out since the last message, by their places in the last list. */
  outs: z.optional(z.array(z.object({ id, at: multiplier }))),
  /** All cash-outs since the last message; all of the round in a complete one. */
  marks: z.optional(z.array(markSchema)),
  /** Signs sent since the last message, and how many of each. */
  signs: z.optional(z.array(z.object({ sign: z.enum(tableSigns), count: z.number() }))),
});

export type AviatorTable = z.infer<typeof aviatorTableData>;
export type TableBet = z.infer<typeof betSchema>;
export type TableMark = z.infer<typeof markSchema>;

export const tableMessages = { aviatorTable_response: aviatorTableData } satisfies LiveMessages;

/** aviatorSign, sent by a client; the answer carries the same sign. With `club` it is sent to that club alone. */
export const aviatorSignPayload = z.object({ sign: z.enum(tableSigns), club: z.optional(id) });
