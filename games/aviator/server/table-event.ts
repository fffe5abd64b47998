/** What the leader read of a round's bets, once a second. Every process makes messages for its sockets from it. */
import { defineBusEvent } from '@fairground/game-kit/server';
import * as z from 'zod/mini';

/** How many points of the curve are told apart. */
export const maxMarks = 24;

/** Hundredths, and how many bets were cashed out there. */
const marks = z.array(z.tuple([z.number(), z.number()]));

export const tableEvent = defineBusEvent({
  channel: 'aviator-table',
  version: 1,
  schema: z.object({
    roundId: z.string(),
    players: z.number(),
    staked: z.number(),
    cashedOut: z.number(),
    /** The largest first, with players who hide their names; `hundredths` of those that were cashed out. */
    bets: z.array(
      z.object({
        id: z.string(),
        playerId: z.string(),
        name: z.string(),
        amount: z.number(),
        hundredths: z.optional(z.number()),
      }),
    ),
    /** All cash-outs of the round. */
    marks,
    /** The cash-outs that were not there when its sender had read the round before. */
    newMarks: marks,
  }),
});

export type TableReading = Parameters<typeof tableEvent.format>[0];
export type Marks = readonly (readonly [hundredths: number, count: number])[];

export const countMarks = (of: Marks): number => of.reduce((sum, [, count]) => sum + count, 0);

/** At most `max` marks that count the same bets: the closest neighbors on the curve become one, at the larger one. */
export const condense = (all: Marks, max: number): [number, number][] => {
  const sorted = all
    .toSorted(([one], [other]) => one - other)
    .map(([at, count]): [number, number] => [at, count]);
  if (sorted.length <= max) return sorted;
  if (max <= 0) return [];
  // By the time of the flight, which is the distance between two points on the picture.
  const [first] = sorted[0] ?? [100];
  const [last] = sorted.at(-1) ?? [100];
  const span = Math.log(last / first) || 1;
  const buckets = new Map<number, { at: number; largest: number; count: number }>();
  for (const [hundredths, count] of sorted) {
    const place = Math.min(max - 1, Math.floor((Math.log(hundredths / first) / span) * max));
    const bucket = buckets.get(place) ?? { at: hundredths, largest: 0, count: 0 };
    buckets.set(place, {
      at: count > bucket.largest ? hundredths : bucket.at,
      largest: Math.max(count, bucket.largest),
      count: bucket.count + count,
    });
  }
  return [...buckets.values()].map(({ at, count }) => [at, count]);
};
