/** What the bus missed is read from the database. */
import { expect, it } from 'vitest';
import { createTestClock } from '../../../test/test-line.ts';
import { watchBus } from './bus-watch.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

const start = () => {
  const clock = createTestClock();
  const bus = { state: 'ok' as 'ok' | 'away', outages: 0 };
  let refreshes = 0;
  let isDatabaseAway = false;
  const part = {
    async refresh() {
      refreshes += 1;
      if (isDatabaseAway) throw new Error('the database is unavailable');
    },
  };
  watchBus({
    bus: { state: () => bus.state, outages: () => bus.outages },
    clock,
    log: quiet,
    parts: [part, {}],
  });
  return {
    bus,
    setDatabaseAway: (isAway: boolean) => (isDatabaseAway = isAway),
    /** How often the parts were refreshed in these seconds. */
    async pass(seconds: number): Promise<number> {
      const before = refreshes;
      for (let second = 0; second < seconds; second += 1) {
        clock.advance(1_000);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return refreshes - before;
    },
  };
};

it('refreshes every second while the bus is away, once after it, and else never', async () => {
  const { bus, pass } = start();
  expect(await pass(5)).toBe(0);
  bus.state = 'away';
  bus.outages += 1;
  expect(await pass(3)).toBe(3);
  bus.state = 'ok';
  expect(await pass(5)).toBe(1);
});

it('refreshes once after an outage that was over before it was seen', async () => {
  const { bus, pass } = start();
  bus.outages += 1;
  expect(await pass(5)).toBe(1);
});

it('refreshes until the database is read', async () => {
  const { bus, pass, setDatabaseAway } = start();
  bus.outages += 1;
  setDatabaseAway(true);
  expect(await pass(3)).toBe(3);
  setDatabaseAway(false);
  expect(await pass(3)).toBe(1);
});
