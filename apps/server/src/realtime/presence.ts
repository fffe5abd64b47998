/**
 * How many players and visitors are connected, over all processes: distinct players, and the connections of visitors.
 * It is published when the rounded number has changed, and not more often than every five seconds.
 */
import { roundPresence, type Presence } from '@fairground/contract/presence';
import * as z from 'zod/mini';
import { countDistinct, distinctOf, distinctSchema } from '../platform/distinct.ts';
import type { Tally } from '../platform/messaging/tally.ts';
import type { LiveEvent } from './types.ts';

const partSchema = z.object({ players: distinctSchema, visitors: z.number() });

export interface PresenceDeps {
  tally: Tally;
  /** The connections of this process. */
  connected: () => { playerIds: ReadonlySet<string>; visitors: number };
  publish: (event: LiveEvent) => void;
}

/** In turns of the tally, which are seconds. */
const everyTurns = 5;

export const createPresence = ({ tally, connected, publish }: PresenceDeps) => {
  let shown: number | undefined;
  let turnsSince = everyTurns;

  const event = (count: number): LiveEvent => ({
    type: 'fairPresence_response',
    payload: { success: true, data: { connected: count } satisfies Presence },
  });

  tally.add({
    name: 'presence',
    schema: partSchema,
    collect() {
      const { playerIds, visitors } = connected();
      return playerIds.size + visitors === 0 ? undefined : { players: distinctOf(playerIds), visitors };
    },
    merge(parts) {
      turnsSince += 1;
      const all = [...parts.values()];
      const players = countDistinct(all.map((part) => part.players));
      const visitors = all.reduce((sum, part) => sum + part.visitors, 0);
      const next = roundPresence(players + visitors);
      // The first number is published immediately.
      const isFirst = shown === undefined || shown === 0;
      if (next === (shown ?? 0) || (!isFirst && turnsSince < everyTurns)) return;
      shown = next;
      turnsSince = 0;
      publish(isFirst ? event(next) : { ...event(next), mayWait: true });
    },
  });

  // Before the first count, a new connection would be told that nobody is online.
  return {
    /** The message that sends the current number to a new connection. */
    state: (): LiveEvent[] => (shown === undefined || shown === 0 ? [] : [event(shown)]),
    /** The number that was published last. */
    count: () => shown ?? 0,
  };
};
