/** Time limits on others do not count the time in which this process did not run. */
import { expect, it } from 'vitest';
import { createRunTime } from './run-time.ts';

it('counts time that passes tick by tick, and one tick at most of a time without any', () => {
  let now = 5_000;
  const runTime = createRunTime(() => now, 250);
  let waitedMs = 0;
  for (let ticks = 0; ticks < 4; ticks++) {
    now += 250;
    waitedMs += runTime.tick();
  }
  expect(waitedMs).toBe(1_000);
  now += 60_000;
  expect(runTime.tick()).toBe(250);
});
