/** What the director publishes about a round to every process. Nothing secret is ever in here. */
import { defineBusEvent } from '@fairground/game-kit/server';
import * as z from 'zod/mini';

const roundId = z.string();
const startedAtMs = z.number();

export const aviatorEvent = defineBusEvent({
  channel: 'aviator',
  version: 1,
  schema: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('open'),
      roundId,
      startsAtMs: z.number(),
      commitment: z.string(),
      /** Lets a process notice that it missed the end of a round. */
      previousRoundId: z.nullable(z.string()),
    }),
    z.object({ kind: z.literal('start'), roundId, startedAtMs }),
    z.object({
      kind: z.literal('crash'),
      roundId,
      startedAtMs,
      crashHundredths: z.number(),
      seed: z.string(),
    }),
    z.object({ kind: z.literal('void'), roundId, startedAtMs, seed: z.string() }),
  ]),
});

export type AviatorEvent = Parameters<typeof aviatorEvent.format>[0];
