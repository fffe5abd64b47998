/**
 * Sends a topic's news to everyone who subscribed. Each event is framed once, the news of one moment share
 * one write, and a broadcast is cut into slices so that a large one does not hold up everybody's requests.
 */
import type { Topic } from '@fairground/contract/live';
import { messageFrame } from './frame.ts';
import type { Interest, TopicSet } from './topics.ts';
import type { LiveEvent } from './types.ts';

export interface Listener {
  interest: Interest;
  /** The number of the last event that the state it was sent already tells of. */
  knowsUpTo: number;
  deliver(frames: Buffer): void;
}

interface News {
  number: number;
  /** A listener needs all of these bits. */
  needs: Interest;
  frame: Buffer;
}

export interface Broadcaster {
  publish(topic: Topic, event: LiveEvent): void;
  /** What a listener that was just sent the whole state knows. */
  lastNumber(): number;
}

export interface BroadcasterDeps {
  topics: TopicSet;
  listeners: ReadonlySet<Listener>;
  now: () => number;
  /** Runs something after what is waiting now; `setImmediate` outside tests. */
  defer: (run: () => void) => void;
}

const sliceSize = 500;

export function createBroadcaster({ topics, listeners, now, defer }: BroadcasterDeps): Broadcaster {
  let waiting: News[] = [];
  let isSending = false;
  let lastNumber = 0;

  const sendAll = (): void => {
    const news = waiting;
    waiting = [];
    if (news.length === 0) {
      isSending = false;
      return;
    }
    const first = news[0]?.number ?? 0;
    const joined = new Map<Interest, Buffer | null>();
    // A set's iterator lives through those who leave, and meets those who join; these know more already.
    const everyone = listeners.values();
    const sendSlice = (): void => {
      for (let count = 0; count < sliceSize; count += 1) {
        const { done, value: listener } = everyone.next();
        if (done === true || listener === undefined) {
          defer(sendAll);
          return;
        }
        let frames: Buffer | null | undefined;
        if (listener.knowsUpTo >= first) {
          frames = join(
            news.filter((each) => each.number > listener.knowsUpTo),
            listener.interest,
          );
        } else {
          frames = joined.get(listener.interest);
          if (frames === undefined) {
            frames = join(news, listener.interest);
            joined.set(listener.interest, frames);
          }
        }
        if (frames !== null) listener.deliver(frames);
      }
      defer(sendSlice);
    };
    sendSlice();
  };

  return {
    publish(topic, event) {
      lastNumber += 1;
      const needs = topics.bitOf(topic) | (event.tick === true ? topics.everyTick : 0);
      waiting.push({ number: lastNumber, needs, frame: messageFrame(event, now()) });
      if (isSending) return;
      isSending = true;
      defer(sendAll);
    },
    lastNumber: () => lastNumber,
  };
}

function join(news: readonly News[], interest: Interest): Buffer | null {
  const wanted = news.filter(({ needs }) => (needs & interest) === needs).map(({ frame }) => frame);
  const [only] = wanted;
  if (only === undefined) return null;
  return wanted.length === 1 ? only : Buffer.concat(wanted);
}
