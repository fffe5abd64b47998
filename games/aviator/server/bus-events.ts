/** What the director publishes about a round to every process. Nothing secret is ever in here. */
import { defineBusEvent } from '@fairground/game-kit/server';
import * as z from 'zod/mini';

/** The step that the event announces; see `followSteps`. */
const step = z.number();
const roundId = z.string();
const startedAtMs = z.number();
/** Null until the bets are sealed. */
const seal = z.nullable(z.object({ betsRoot: z.string(), betCount: z.number() }));
/** Null where none is used. */
const beaconRound = z.nullable(z.number());

export const aviatorEvent = defineBusEvent({
  channel: 'aviator',
  version: 1,
  schema: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('open'),
      step,
      roundId,
      startsAtMs: z.number(),
      closesAtMs: z.number(),
      commitment: z.string(),
      beaconRound,
      seal,
    }),
    z.object({
      kind: z.literal('start'),
      step,
      roundId,
      startedAtMs,
      beaconRound,
      seal,
    }),
    z.object({
      kind: z.literal('crash'),
      step,
      roundId,
      startedAtMs,
      crashHundredths: z.number(),
      seed: z.string(),
    }),
    z.object({ kind: z.literal('void'), step, roundId, startedAtMs, seed: z.string() }),
  ]),
});

export type AviatorEvent = Parameters<typeof aviatorEvent.format>[0];

/** Over the bets of a round, from the close on. */
export type RoundSeal = NonNullable<Extract<AviatorEvent, { kind: 'start' }>['seal']>;
