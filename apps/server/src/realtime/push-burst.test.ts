import { beforeEach, expect, test } from 'vitest';
import { burstSize, createPushBurst, turnMs, windowMs, type PushTarget } from './push-burst.ts';
import { createTestClock, type TestClock } from '../../test/test-line.ts';

let clock: TestClock;
let publishedMs: number;
let pushes: ReturnType<typeof createPushBurst>;

beforeEach(() => {
  clock = createTestClock();
  publishedMs = -Infinity;
  pushes = createPushBurst({ clock, lastPublishedMs: () => publishedMs });
});

const createTarget = ({ ticks = true } = {}) => {
  const writes: string[] = [];
  let held = '';
  const deliver = (frames: Buffer): void => {
    writes.push(held + frames.toString());
    held = '';
  };
  const target: PushTarget = {
    deliver,
    hold: (frame) => {
      held += frame.toString();
    },
    flush: () => {
      if (held !== '') deliver(Buffer.alloc(0));
    },
    takesTicks: () => ticks,
  };
  return { target, writes };
};

const push = (target: PushTarget, text: string): void => pushes.push([target], Buffer.from(text));
const tick = (): void => {
  publishedMs = clock.monotonic();
};
const startBurst = (): void => {
  const { target } = createTarget();
  for (let count = 0; count < burstSize; count += 1) push(target, '-');
};

test('writes a push at once where few change', () => {
  const { target, writes } = createTarget();
  tick();
  for (let count = 0; count < 3 * burstSize; count += 1) {
    push(target, 'x');
    clock.advance(windowMs / burstSize + 0.1);
  }
  expect(writes).toHaveLength(3 * burstSize);
});

test('lets pushes of a burst wait for the next broadcast in flight', () => {
  const { target, writes } = createTarget();
  tick();
  startBurst();
  push(target, 'one ');
  push(target, 'two ');
  expect(writes).toEqual([]);
  clock.advance(turnMs - 1);
  target.deliver(Buffer.from('tick'));
  expect(writes).toEqual(['one two tick']);
  clock.advance(5 * turnMs);
  expect(writes).toHaveLength(1);
});

test('writes what no broadcast took along, after two turns at most', () => {
  const [one, other] = [createTarget(), createTarget()];
  tick();
  startBurst();
  push(one.target, 'early');
  clock.advance(turnMs - 1);
  tick();
  startBurst();
  push(other.target, 'late');
  clock.advance(turnMs);
  expect([one.writes, other.writes]).toEqual([[], []]);
  clock.advance(1);
  expect([one.writes, other.writes]).toEqual([['early'], ['late']]);
});

test('continues a burst into the next window, and ends it with a quiet one', () => {
  const { target, writes } = createTarget();
  tick();
  startBurst();
  push(target, 'a');
  clock.advance(windowMs);
  push(target, 'b');
  expect(writes).toEqual([]);
  clock.advance(2 * windowMs);
  target.flush();
  push(target, 'c');
  expect(writes).toEqual(['ab', 'c']);
});

test('writes at once where no broadcast came before, or the connection takes no ticks', () => {
  const [sparse, all] = [createTarget({ ticks: false }), createTarget()];
  startBurst();
  push(all.target, 'no flight');
  expect(all.writes).toEqual(['no flight']);
  tick();
  push(sparse.target, 'sparse');
  expect(sparse.writes).toEqual(['sparse']);
  clock.advance(turnMs + 1);
  startBurst();
  push(all.target, 'ticks rest');
  expect(all.writes).toEqual(['no flight', 'ticks rest']);
});
