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
  schema: z.object({
    /** The step that the event announces; see `followSteps`. */
    step: z.number(),
    next: nextDrawSchema,
    /** The newest number drawn; null before the first. */
    drawn: z.nullable(drawnNumberSchema),
  }),
});

export type NextDraw = z.infer<typeof nextDrawSchema>;
export type DrawnNumber = z.infer<typeof drawnNumberSchema>;
export type DoubleTroubleEvent = Parameters<typeof doubleTroubleEvent.format>[0];
