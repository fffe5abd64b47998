/** How many are connected over all processes, on a clock of the test. */
import { expect, test } from 'vitest';
import { createTestBuses } from '../../test/test-buses.ts';
import { createTestClock } from '../../test/test-clock.ts';
import { createPresence } from './presence.ts';

const createCluster = () => {
  const clock = createTestClock();
  const { messages, createBus } = createTestBuses();
  const join = (process: string, connected: number) => {
    const bus = createBus();
    const world: { connected: number; here: Record<string, number>; bus: typeof bus } = {
      connected,
      here: {},
      bus,
    };
    const published: number[] = [];
    const presence = createPresence({
      clock,
      bus,
      process,
      connected: () => world.connected,
      here: () => world.here,
      publish: ({ payload }) =>
        void published.push((payload as { data: { connected: number } }).data.connected),
    });
    presence.start();
    return { world, presence, published };
  };
  return { clock, messages, join };
};

test('adds what each process has, by one message per process and second', () => {
  const { clock, messages, join } = createCluster();
  const [one, two] = [join('one', 3), join('two', 4)];
  clock.advance(1_000);
  messages.length = 0;
  clock.advance(10_000);
  expect(messages).toHaveLength(20);
  for (const { presence } of [one, two]) expect(presence.count()).toBe(7);
});

test('publishes the first number immediately, and others every five seconds at most, where they have changed', () => {
  const { clock, join } = createCluster();
  const { world, published, presence } = join('one', 0);
  clock.advance(3_000);
  expect([published, presence.state()]).toEqual([[], []]);
  world.connected = 1;
  clock.advance(1_000);
  expect(published).toEqual([1]);
  for (let second = 2; second <= 5; second += 1) {
    world.connected = second;
    clock.advance(1_000);
  }
  expect(published).toEqual([1]);
  clock.advance(1_000);
  expect(published).toEqual([1, 5]);
  clock.advance(20_000);
  expect(published).toEqual([1, 5]);
  expect(presence.state()).toMatchObject([{ payload: { data: { connected: 5 } } }]);
});

test('drops a process that stays silent after a few seconds, and counts on while it reaches no other', () => {
  const { clock, join } = createCluster();
  const [one, two] = [join('one', 3), join('two', 4)];
  clock.advance(7_000);
  expect([one.presence.count(), two.presence.count()]).toEqual([7, 7]);
  two.world.bus.isAway = true;
  clock.advance(3_000);
  expect(one.presence.count()).toBe(7);
  clock.advance(2_000);
  expect([one.presence.count(), two.presence.count()]).toEqual([3, 4]);
});

test('adds who follows a game over all processes, and forgets those of a process that stays silent', () => {
  const { clock, join } = createCluster();
  const [one, two] = [join('one', 3), join('two', 4)];
  one.world.here = { cups: 1, rings: 0 };
  two.world.here = { cups: 2, hoops: 120 };
  clock.advance(2_000);
  const games = ['cups', 'rings', 'hoops'];
  for (const { presence } of [one, two]) expect(games.map(presence.here)).toEqual([3, undefined, 120]);
  two.world.here = { hoops: 129 };
  clock.advance(1_000);
  expect(games.map(one.presence.here)).toEqual([1, undefined, 120]);
  two.world.bus.isAway = true;
  clock.advance(5_000);
  expect(games.map(one.presence.here)).toEqual([1, undefined, undefined]);
});

test('rounds large numbers down, so that few changes are published', () => {
  const { clock, join } = createCluster();
  const { world, published } = join('one', 1_234);
  clock.advance(1_000);
  world.connected = 1_299;
  clock.advance(10_000);
  expect(published).toEqual([1_200]);
});
