import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestClock, type TestClock } from '../../../test/test-line.ts';
import { createLocalBus } from './bus.ts';
import { createEventBus } from './event-bus.ts';
import { createTally, tallyEvent } from './tally.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const schema = z.object({ cups: z.number() });

/** Processes on one message server, which share a clock. */
const createCluster = () => {
  const clock: TestClock = createTestClock();
  clock.advance(500);
  const shared = createLocalBus(quiet);
  const messages: string[] = [];
  shared.subscribe(tallyEvent.channel, (message) => messages.push(message));
  const ignored: string[] = [];
  const bus = createEventBus({
    bus: shared,
    log: quiet,
    recordIgnored: (_channel, reason) => ignored.push(reason),
  });
  const join = (process: string) => {
    const member: { cups: number | undefined; merged: number[][] } = { cups: undefined, merged: [] };
    const tally = createTally({ clock, bus, databaseNowMs: clock.now, process, log: quiet });
    tally.add({
      name: 'cups',
      schema,
      collect: () => (member.cups === undefined ? undefined : { cups: member.cups }),
      merge: (parts) => member.merged.push([...parts.values()].map(({ cups }) => cups)),
    });
    tally.start();
    return { member, stop: tally.stop };
  };
  return { clock, messages, shared, join, ignored };
};

test('publishes one bus message per process and second, and each process merges all of them', () => {
  const { clock, messages, join } = createCluster();
  const one = join('one');
  const two = join('two');
  one.member.cups = 1;
  two.member.cups = 2;
  clock.advance(10_500);
  expect(messages).toHaveLength(20);
  expect(one.member.merged).toEqual(Array.from({ length: 10 }, () => [1, 2]));
  expect(two.member.merged).toEqual(one.member.merged);
});

test('sends nothing where there is nothing to report, and withdraws what was reported once', () => {
  const { clock, messages, join } = createCluster();
  const { member } = join('one');
  clock.advance(3_000);
  expect(messages).toEqual([]);
  member.cups = 4;
  clock.advance(1_000);
  member.cups = undefined;
  clock.advance(3_000);
  expect(messages).toHaveLength(2);
  expect(member.merged.at(-1)).toEqual([]);
});

test('drops a process that stays silent after a few seconds', () => {
  const { clock, join } = createCluster();
  const one = join('one');
  const two = join('two');
  one.member.cups = 1;
  two.member.cups = 2;
  clock.advance(1_500);
  two.stop();
  clock.advance(2_000);
  expect(one.member.merged.at(-1)).toEqual([1, 2]);
  clock.advance(3_000);
  expect(one.member.merged.at(-1)).toEqual([1]);
});

test('ignores totals of another version and of another shape', () => {
  const { clock, shared, join, ignored } = createCluster();
  const { member } = join('one');
  shared.publish('tally', JSON.stringify({ v: 2, process: 'newer', parts: { cups: { cups: 9 } } }));
  shared.publish('tally', JSON.stringify({ v: 1, process: 'other', parts: { cups: 'nine', plates: {} } }));
  clock.advance(1_500);
  expect(ignored).toEqual(['unknown_version']);
  expect(member.merged).toEqual([[]]);
});

test('a part that fails does not stop the others or the next second', () => {
  const clock = createTestClock();
  clock.advance(500);
  const bus = createEventBus({
    bus: createLocalBus(quiet),
    log: quiet,
    recordIgnored: () => undefined,
  });
  const failures: string[] = [];
  const tally = createTally({
    clock,
    bus,
    databaseNowMs: clock.now,
    process: 'one',
    log: { error: (_fields, text) => failures.push(text) },
  });
  let merged = 0;
  tally.add({
    name: 'broken',
    schema,
    collect() {
      throw new Error('no cups');
    },
    merge: () => undefined,
  });
  tally.add({ name: 'cups', schema, collect: () => ({ cups: 1 }), merge: (parts) => (merged += parts.size) });
  tally.start();
  clock.advance(2_500);
  expect(failures).toHaveLength(2);
  expect(merged).toBe(2);
});
