/**
 * How many players and visitors are connected, over all processes: once a second each says how many it has, counting a
 * player once however many connections. The sum is published when its rounded number has changed, and not more often
 * than every five seconds. With it each says how many follow each game, which stalls.ts shows.
 */
import { roundPresence, type Presence } from '@fairground/contract/presence';
import * as z from 'zod/mini';
import type { Clock, Timer } from '../platform/clock.ts';
import { defineBusEvent } from '../platform/messaging/bus-event.ts';
import type { EventBus } from '../platform/messaging/event-bus.ts';
import type { LiveEvent } from './types.ts';

export const presenceEvent = defineBusEvent({
  channel: 'presence',
  version: 1,
  schema: z.object({
    process: z.string().check(z.maxLength(64)),
    connected: z.number(),
    here: z.optional(z.record(z.string(), z.number())),
  }),
});

export interface PresenceDeps {
  clock: Pick<Clock, 'monotonic' | 'setInterval'>;
  bus: EventBus;
  /** The name of this process, unique among all. */
  process: string;
  /** How many players and visitors this process has. */
  connected: () => number;
  /** How many of them follow each game. */
  here: () => Readonly<Record<string, number>>;
  publish: (event: LiveEvent) => void;
}

const countEveryMs = 1_000;
const publishEveryMs = 5_000;
/** A process that stays silent is counted no more. */
const dropAfterMs = 3_500;

export const createPresence = ({ clock, bus, process, connected, here, publish }: PresenceDeps) => {
  const processes = new Map<string, { connected: number; here: Record<string, number>; atMs: number }>();
  let shown = 0;
  let shownAtMs = -Infinity;
  let counting: Timer | undefined;

  bus.subscribe(presenceEvent, (event) =>
    processes.set(event.process, {
      connected: event.connected,
      here: event.here ?? {},
      atMs: clock.monotonic(),
    }),
  );

  const event = (count: number): LiveEvent => ({
    type: 'fairPresence_response',
    payload: { success: true, data: { connected: count } satisfies Presence },
  });

  const count = (): void => {
    bus.publish(presenceEvent, { process, connected: connected(), here: { ...here() } });
    const nowMs = clock.monotonic();
    let sum = 0;
    for (const [name, { connected: some, atMs }] of processes) {
      if (nowMs - atMs > dropAfterMs) processes.delete(name);
      else sum += some;
    }
    const next = roundPresence(sum);
    // The first number is published immediately.
    const isFirst = shown === 0;
    if (next === shown || (!isFirst && nowMs - shownAtMs < publishEveryMs)) return;
    shown = next;
    shownAtMs = nowMs;
    publish(isFirst ? event(next) : { ...event(next), mayWait: true });
  };

  return {
    start() {
      counting = clock.setInterval(count, countEveryMs);
    },
    stop: () => counting?.cancel(),
    /** The message that sends the current number to a new connection, which would else be told that nobody is there. */
    state: (): LiveEvent[] => (shown === 0 ? [] : [event(shown)]),
    /** How many processes there are. */
    processes: () => processes.size,
    /** How many follow the game, over all processes; rounded as the sum is, and undefined where nobody does. */
    here(game: string): number | undefined {
      let sum = 0;
      for (const { here: some } of processes.values()) sum += some[game] ?? 0;
      return sum === 0 ? undefined : roundPresence(sum);
    },
    /** The number that was published last. */
    count: () => shown,
  };
};
