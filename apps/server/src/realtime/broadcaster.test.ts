import { expect, test } from 'vitest';
import type { Listener } from './broadcaster.ts';
import { createBroadcaster } from './broadcaster.ts';
import { readFrames } from './test-line.ts';
import { createTopicSet } from './topics.ts';

const topics = createTopicSet(['aviator', 'doubleTrouble', 'lottery']);

function world() {
  const listeners = new Set<Listener>();
  const deferred: (() => void)[] = [];
  const broadcaster = createBroadcaster({
    topics,
    listeners,
    now: () => 0,
    defer: (run) => void deferred.push(run),
  });
  const step = (): boolean => {
    const run = deferred.shift();
    run?.();
    return run !== undefined;
  };
  const join = (interest = topics.all) => {
    const writes: Buffer[] = [];
    const listener = {
      interest,
      knowsUpTo: broadcaster.lastNumber(),
      deliver: (frames: Buffer) => void writes.push(frames),
    };
    listeners.add(listener);
    return {
      listener,
      writes,
      heard: () => readFrames(Buffer.concat(writes)).map((text): string => JSON.parse(text).type),
    };
  };
  const settle = (): void => {
    while (step());
  };
  return { broadcaster, listeners, join, step, settle };
}

const event = (type: string, tick?: boolean) => ({
  type,
  payload: { success: true },
  ...(tick ? { tick } : {}),
});

test('news goes to those who subscribed, and ticks to those who want them', () => {
  const { broadcaster, join, settle } = world();
  const all = join();
  const sparse = join(topics.bitOf('aviator'));
  const other = join(topics.bitOf('lottery') | topics.everyTick);
  broadcaster.publish('aviator', event('start'));
  broadcaster.publish('aviator', event('tick', true));
  broadcaster.publish('aviator', event('crash'));
  settle();
  expect(all.heard()).toEqual(['start', 'tick', 'crash']);
  expect(sparse.heard()).toEqual(['start', 'crash']);
  expect(other.heard()).toEqual([]);
});

test('everybody is written the same bytes, and the news of one moment in one write', () => {
  const { broadcaster, join, settle } = world();
  const [one, two] = [join(), join()];
  broadcaster.publish('aviator', event('crash'));
  broadcaster.publish('doubleTrouble', event('draw'));
  settle();
  expect(one.writes).toHaveLength(1);
  expect(one.writes[0]).toBe(two.writes[0]);
});

test('a large broadcast is cut into slices, and later news follows in order', () => {
  const { broadcaster, join, step, settle } = world();
  const everyone = Array.from({ length: 1200 }, () => join());
  broadcaster.publish('aviator', event('first'));
  step();
  expect(everyone.filter(({ writes }) => writes.length > 0)).toHaveLength(500);
  broadcaster.publish('aviator', event('second'));
  settle();
  expect(everyone.every(({ heard }) => heard().join() === 'first,second')).toBe(true);
});

test('who joins, or asks for the state, during a broadcast hears nothing older than that state', () => {
  const { broadcaster, join, step, settle } = world();
  const early = Array.from({ length: 600 }, () => join());
  broadcaster.publish('aviator', event('old'));
  step();
  const late = join();
  const asked = early.at(-1);
  if (asked !== undefined) asked.listener.knowsUpTo = broadcaster.lastNumber();
  broadcaster.publish('aviator', event('new'));
  settle();
  expect(late.heard()).toEqual(['new']);
  expect(asked?.heard()).toEqual(['new']);
});

test('who leaves during a broadcast is written nothing more', () => {
  const { broadcaster, listeners, join, step, settle } = world();
  const everyone = Array.from({ length: 501 }, () => join());
  broadcaster.publish('aviator', event('news'));
  step();
  const last = everyone.at(-1);
  if (last !== undefined) listeners.delete(last.listener);
  settle();
  expect(last?.heard()).toEqual([]);
});
