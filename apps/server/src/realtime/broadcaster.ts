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
  /** A listener has all of these bits. */
  needs: Interest;
  /** And none of these. */
  without: Interest;
  frame: Buffer;
}

/** A millisecond of writing: calls wait for several slices, as each of their queries ends in a later turn. */
const sliceSize = 100;
/** Where rounds are played, an event that is no tick comes about as often. */
export const maxWaitMs = 5_000;
/** Longer than a broadcast to ten thousand takes where the process has a core. */
const busyAfterMs = 200;

export function createBroadcaster({
  topics,
  listeners,
  now,
  monotonic,
  defer,
  later,
}: {
  topics: TopicSet;
  listeners: ReadonlySet<Listener>;
  now: () => number;
  monotonic: () => number;
  /** Runs something in a later turn of the event loop; `setImmediate` outside tests. */
  defer: (run: () => void) => void;
  /** Runs something after a time. */
  later: (run: () => void, ms: number) => void;
}) {
  let lastNumber = 0;
  let waiting: FramedEvent[] = [];
  let sendingSinceMs = Infinity;
  let restUntilMs = -Infinity;

  /**
   * Where a broadcast takes so long, ticks are left out until as much time has passed again: they only correct what a
   * page draws, and take no more than half of a busy process.
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
    const first = Math.min(...events.map(({ number }) => number));
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

  const addWaiting = (): void => {
    const events = waiting;
    waiting = [];
    for (const event of events) add(event);
  };

  return {
    publish(topic: Topic, event: LiveEvent) {
      if (event.tick === true && isBusy()) return;
      lastNumber += 1;
      const isForAll = event.tick === true || event.ticks === 'all';
      const framed = {
        number: lastNumber,
        needs: topics.bitOf(topic) | (isForAll ? topics.everyTick : 0),
        without: event.ticks === 'sparse' ? topics.everyTick : 0,
        frame: messageFrame(event, now()),
      };
      if (event.mayWait === true) {
        if (waiting.length === 0) later(addWaiting, maxWaitMs);
        waiting.push(framed);
        return;
      }
      if (!isForAll) addWaiting();
      add(framed);
    },
    /** The number that a listener knows up to when it was just sent the complete state. */
    lastNumber: () => lastNumber,
    /** How many listeners follow the topic without its ticks. */
    sparseListeners(topic: Topic) {
      const bit = topics.bitOf(topic);
      let count = 0;
      for (const { interest } of listeners) if ((interest & (bit | topics.everyTick)) === bit) count += 1;
      return count;
    },
  };
}

function join(events: readonly FramedEvent[], interest: Interest): Buffer | null {
  const wanted = events
    .filter(({ needs, without }) => (needs & interest) === needs && (without & interest) === 0)
    .map(({ frame }) => frame);
  const [only] = wanted;
  if (only === undefined) return null;
  return wanted.length === 1 ? only : Buffer.concat(wanted);
}
