/**
 * Sends the events of a topic to its subscribers. Each event is framed once, events of the same turn share one
 * write, and a broadcast is sent in slices so that a large one does not delay requests.
 */
import type { Topic } from '@fairground/contract/live';
import { createPump } from '../platform/pump.ts';
import { messageFrame } from './frame.ts';
import type { Interest, TopicSet } from './topics.ts';
import type { LiveEvent } from './types.ts';

export interface Listener {
  interest: Interest;
  /** The number of the last event that is part of the state it was sent. */
  knowsUpTo: number;
  deliver(frames: Buffer): void;
}

interface FramedEvent {
  number: number;
  /** A listener needs all of these bits. */
  needs: Interest;
  frame: Buffer;
}

export interface Broadcaster {
  publish(topic: Topic, event: LiveEvent): void;
  /** The number that a listener knows up to when it was just sent the complete state. */
  lastNumber(): number;
}

export interface BroadcasterDeps {
  topics: TopicSet;
  listeners: ReadonlySet<Listener>;
  now: () => number;
  monotonic: () => number;
  /** Runs something in a later turn of the event loop; `setImmediate` outside tests. */
  defer: (run: () => void) => void;
}

/** A millisecond of writing: calls wait for several slices, as each of their queries ends in a later turn. */
const sliceSize = 100;
/** Longer than a broadcast to ten thousand takes where the process has a core. */
const busyAfterMs = 200;

export function createBroadcaster({
  topics,
  listeners,
  now,
  monotonic,
  defer,
}: BroadcasterDeps): Broadcaster {
  let lastNumber = 0;
  let sendingSinceMs = Infinity;
  let restUntilMs = -Infinity;

  /**
   * Where a broadcast takes so long, ticks are left out until as much time has passed again: they only correct what a page
   * draws, and take no more than half of a busy process.
   */
  const isBusy = (): boolean => monotonic() < restUntilMs || monotonic() - sendingSinceMs > busyAfterMs;

  const send = (events: readonly FramedEvent[], done: () => void): void => {
    const startedMs = monotonic();
    sendingSinceMs = startedMs;
    const sent = (): void => {
      const nowMs = monotonic();
      const tookMs = nowMs - startedMs;
      sendingSinceMs = Infinity;
      if (tookMs > busyAfterMs) restUntilMs = nowMs + tookMs;
      done();
    };
    const first = events[0]?.number ?? 0;
    const joined = new Map<Interest, Buffer | null>();
    // A set's iterator survives listeners that leave, and meets those that join; these know more already.
    const remaining = listeners.values();
    const framesFor = ({ knowsUpTo, interest }: Listener): Buffer | null => {
      if (knowsUpTo >= first) {
        return join(
          events.filter(({ number }) => number > knowsUpTo),
          interest,
        );
      }
      let frames = joined.get(interest);
      if (frames === undefined) {
        frames = join(events, interest);
        joined.set(interest, frames);
      }
      return frames;
    };
    const sendSlice = (): void => {
      for (let count = 0; count < sliceSize; count += 1) {
        const next = remaining.next();
        if (next.done === true) {
          defer(sent);
          return;
        }
        const frames = framesFor(next.value);
        if (frames !== null) next.value.deliver(frames);
      }
      defer(sendSlice);
    };
    sendSlice();
  };
  const add = createPump<FramedEvent>({ run: send, defer });

  return {
    publish(topic, event) {
      if (event.tick === true && isBusy()) return;
      lastNumber += 1;
      const needs = topics.bitOf(topic) | (event.tick === true ? topics.everyTick : 0);
      add({ number: lastNumber, needs, frame: messageFrame(event, now()) });
    },
    lastNumber: () => lastNumber,
  };
}

function join(events: readonly FramedEvent[], interest: Interest): Buffer | null {
  const wanted = events.filter(({ needs }) => (needs & interest) === needs).map(({ frame }) => frame);
  const [only] = wanted;
  if (only === undefined) return null;
  return wanted.length === 1 ? only : Buffer.concat(wanted);
}
