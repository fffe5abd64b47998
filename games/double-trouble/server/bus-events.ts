/** What the director publishes about a draw to every process. A seed or a number is in here only once committed. */
import { defineBusEvent } from '@fairground/game-kit/server';
import * as z from 'zod/mini';

/** The draw that is open for bets. */
const nextDrawSchema = z.object({
  drawId: z.string(),
  drawsAtMs: z.number(),
  closesAtMs: z.number(),
  commitment: z.string(),
  /** Null where none is used. */
  beaconRound: z.nullable(z.number()),
  /** Null until the bets are sealed. */
  seal: z.nullable(z.object({ betsRoot: z.string(), betCount: z.number() })),
});

const drawnNumberSchema = z.object({
  drawId: z.string(),
  winningNumber: z.number(),
  drawnAtMs: z.number(),
});

export const doubleTroubleEvent = defineBusEvent({
  channel: 'double-trouble',
  version: 1,
  schema: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('drawn'),
      drawn: drawnNumberSchema,
      /** Lets a process notice that it missed a draw. */
      previousDrawId: z.nullable(z.string()),
      next: nextDrawSchema,
    }),
    /** Another draw is next: the first, one after an outage or a void draw, or one whose `drawn` was not published. */
    z.object({
      kind: z.literal('open'),
      next: nextDrawSchema,
      /** The newest number drawn, as in `drawn`. */
      previousDrawId: z.nullable(z.string()),
    }),
  ]),
});

export type NextDraw = z.infer<typeof nextDrawSchema>;
export type DrawnNumber = z.infer<typeof drawnNumberSchema>;
export type DoubleTroubleEvent = Parameters<typeof doubleTroubleEvent.format>[0];
