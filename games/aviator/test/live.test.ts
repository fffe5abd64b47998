/** What sockets hear of a round, on a clock in the test's hands whose timers fire a moment early, as Node's may. */
import { beforeEach, expect, it } from 'vitest';
import type { Clock } from '@fairground/server/platform/clock';
import type { Database } from '@fairground/server/platform/postgres/database';
import { createAviatorLive, type AviatorLive, type AviatorPush } from '../server/live.ts';

const earlyMs = 0.7;

let nowMs: number;
let due: { atMs: number; run: () => void } | undefined;
let said: Record<string, unknown>[];
let live: AviatorLive;

const clock: Clock = {
  now: () => nowMs,
  monotonic: () => nowMs,
  setTimeout(run, delayMs) {
    const planned = { atMs: nowMs + Math.max(1, delayMs - earlyMs), run };
    due = planned;
    return { cancel: () => (due = due === planned ? undefined : due) };
  },
  setInterval: () => ({ cancel: () => undefined }),
};

const advance = (ms: number): void => {
  const untilMs = nowMs + ms;
  for (let next = due; next !== undefined && next.atMs <= untilMs; next = due) {
    nowMs = next.atMs;
    due = undefined;
    next.run();
  }
  nowMs = untilMs;
};

const dataOf = ({ payload }: AviatorPush): Record<string, unknown> => {
  if (!payload.success) throw new Error('no data was published');
  return payload.data;
};

beforeEach(() => {
  nowMs = 0;
  due = undefined;
  said = [];
  live = createAviatorLive({
    clock,
    database: {} as Database,
    databaseNowMs: () => nowMs,
    publish: (event) => said.push(dataOf(event)),
    isBusAway: () => false,
  });
});

it('tells each second of a countdown once', () => {
  live.handle({ kind: 'open', roundId: '1', startsAtMs: 5_000, commitment: 'c' });
  advance(5_000);
  expect(said.map((data) => data.countdown)).toEqual([5, 4, 3, 2, 1, 0]);
});

it('never shows the curve above the crash that this process leads to, while the crash is being written', () => {
  live.handle({ kind: 'start', roundId: '1', startedAtMs: 0 });
  live.lead({ roundId: '1', crashHundredths: 101 });
  advance(600);
  expect(said.map((data) => data.crashMultiplier)).toEqual([1, 1.01, 1.01]);
  expect(live.state().map((event) => dataOf(event).crashMultiplier)).toEqual([1.01]);
});

it('shows the curve as it is before the crash, and in a flight that another process leads', () => {
  live.lead({ roundId: '1', crashHundredths: 101 });
  live.handle({ kind: 'start', roundId: '2', startedAtMs: 0 });
  advance(600);
  live.lead({ roundId: '2', crashHundredths: 500 });
  advance(250);
  expect(said.map((data) => data.crashMultiplier)).toEqual([1, 1.02, 1.05, 1.07]);
});
