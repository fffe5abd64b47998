import { expect, test } from 'vitest';
import type { Listener } from './broadcaster.ts';
import { createBroadcaster, maxWaitMs } from './broadcaster.ts';
import { readFrames } from '../../test/test-line.ts';
import { createTopicSet } from './topics.ts';

const topics = createTopicSet(['rockets', 'balls', 'tickets']);

function world() {
  const listeners = new Set<Listener>();
  const deferred: (() => void)[] = [];
  const planned: { run: () => void; atMs: number }[] = [];
  let nowMs = 0;
  const broadcaster = createBroadcaster({
    topics,
    listeners,
    now: () => 0,
    monotonic: () => nowMs,
    defer: (run) => void deferred.push(run),
    later: (run, ms) => void planned.push({ run, atMs: nowMs + ms }),
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
      received: () => readFrames(Buffer.concat(writes)).map((text): string => JSON.parse(text).type),
    };
  };
  const settle = (): void => {
    while (step());
  };
  const pass = (ms: number): void => {
    nowMs += ms;
    while (planned[0] !== undefined && planned[0].atMs <= nowMs) planned.shift()?.run();
  };
  return { broadcaster, listeners, join, step, settle, pass };
}

const event = (type: string, tick?: boolean) => ({
  type,
  payload: { success: true },
  ...(tick ? { tick } : {}),
});

test('sends broadcasts to subscribers, and ticks to those who subscribed to them', () => {
  const { broadcaster, join, settle } = world();
  const all = join();
  const sparse = join(topics.bitOf('rockets'));
  const other = join(topics.bitOf('tickets') | topics.everyTick);
  broadcaster.publish('rockets', event('start'));
  broadcaster.publish('rockets', event('tick', true));
  broadcaster.publish('rockets', event('crash'));
  settle();
  expect(all.received()).toEqual(['start', 'tick', 'crash']);
  expect(sparse.received()).toEqual(['start', 'crash']);
  expect(other.received()).toEqual([]);
});

test('sends what is for connections with all ticks, or without, to those alone and in one write', () => {
  const { broadcaster, join, settle } = world();
  const all = join();
  const sparse = join(topics.bitOf('rockets'));
  broadcaster.publish('rockets', event('start'));
  broadcaster.publish('rockets', { ...event('each second'), ticks: 'all' });
  broadcaster.publish('rockets', { ...event('seldom'), ticks: 'sparse' });
  settle();
  expect(all.received()).toEqual(['start', 'each second']);
  expect(sparse.received()).toEqual(['start', 'seldom']);
  expect([all.writes.length, sparse.writes.length]).toEqual([1, 1]);
});

test('holds messages that may wait until the next event other than a tick, for a few seconds at most', () => {
  const { broadcaster, join, settle, pass } = world();
  const sparse = join(topics.bitOf('rockets') | topics.bitOf('tickets'));
  const other = join(topics.bitOf('tickets'));
  const publishWaiting = (type: string) => broadcaster.publish('tickets', { ...event(type), mayWait: true });
  publishWaiting('first');
  publishWaiting('second');
  broadcaster.publish('rockets', event('tick', true));
  settle();
  expect(sparse.received()).toEqual([]);
  // Who joins now was sent the state that it is part of.
  const late = join(topics.bitOf('tickets'));
  broadcaster.publish('rockets', event('crash'));
  settle();
  expect(sparse.received()).toEqual(['first', 'second', 'crash']);
  expect(sparse.writes).toHaveLength(1);
  expect(other.received()).toEqual(['first', 'second']);
  expect(late.received()).toEqual([]);
  pass(maxWaitMs);
  publishWaiting('alone');
  pass(maxWaitMs - 1);
  settle();
  expect(other.received()).toHaveLength(2);
  pass(1);
  settle();
  expect(other.received()).toEqual(['first', 'second', 'alone']);
});

test('counts who follows a topic without its ticks', () => {
  const { broadcaster, join } = world();
  join();
  join(topics.bitOf('rockets'));
  join(topics.bitOf('rockets') | topics.bitOf('tickets'));
  join(topics.bitOf('tickets'));
  expect(broadcaster.sparseListeners('rockets')).toBe(2);
});

test('writes the same bytes to everyone, and the broadcasts of one turn in one write', () => {
  const { broadcaster, join, settle } = world();
  const [one, two] = [join(), join()];
  broadcaster.publish('rockets', event('crash'));
  broadcaster.publish('balls', event('draw'));
  settle();
  expect(one.writes).toHaveLength(1);
  expect(one.writes[0]).toBe(two.writes[0]);
});

test('splits a large broadcast into slices, followed by later ones in order', () => {
  const { broadcaster, join, step, settle } = world();
  const everyone = Array.from({ length: 1200 }, () => join());
  broadcaster.publish('rockets', event('first'));
  step();
  expect(everyone.filter(({ writes }) => writes.length > 0)).toHaveLength(100);
  broadcaster.publish('rockets', event('second'));
  settle();
  expect(everyone.every(({ received }) => received().join() === 'first,second')).toBe(true);
});

test('leaves ticks out while a broadcast takes long, and for as long again', () => {
  const { broadcaster, join, step, settle, pass } = world();
  const everyone = Array.from({ length: 150 }, () => join());
  const publishTick = (type: string) => broadcaster.publish('rockets', event(type, true));
  broadcaster.publish('rockets', event('first'));
  step();
  pass(200);
  publishTick('waits');
  pass(100);
  publishTick('too busy');
  broadcaster.publish('rockets', event('no tick'));
  step();
  step();
  // The first broadcast took 300 ms; what waited follows at once.
  publishTick('rests');
  settle();
  pass(299);
  publishTick('still rests');
  settle();
  pass(1);
  publishTick('last');
  settle();
  for (const { received } of everyone) expect(received()).toEqual(['first', 'waits', 'no tick', 'last']);
});

test('sends every tick where broadcasts are quick', () => {
  const { broadcaster, join, settle, pass } = world();
  const one = join();
  for (const type of ['one', 'two', 'three']) {
    broadcaster.publish('rockets', event(type, true));
    settle();
    pass(250);
  }
  expect(one.received()).toEqual(['one', 'two', 'three']);
});

test('sends nothing older than the state to a connection that joins or requests it during a broadcast', () => {
  const { broadcaster, join, step, settle } = world();
  const early = Array.from({ length: 600 }, () => join());
  broadcaster.publish('rockets', event('old'));
  step();
  const late = join();
  const requester = early.at(-1);
  if (requester !== undefined) requester.listener.knowsUpTo = broadcaster.lastNumber();
  broadcaster.publish('rockets', event('new'));
  settle();
  expect(late.received()).toEqual(['new']);
  expect(requester?.received()).toEqual(['new']);
});

test('writes nothing more to a connection that leaves during a broadcast', () => {
  const { broadcaster, listeners, join, step, settle } = world();
  const everyone = Array.from({ length: 501 }, () => join());
  broadcaster.publish('rockets', event('news'));
  step();
  const last = everyone.at(-1);
  if (last !== undefined) listeners.delete(last.listener);
  settle();
  expect(last?.received()).toEqual([]);
});
