/**
 * F34: the clock of a real PostgreSQL is set an hour forward and back while the site runs on it.
 * `set-clocks.faults.test.ts` has the other steps and clocks.
 */
import { describe, expect, it } from 'vitest';
import { canSetClock, setClockMissing } from '../../apps/server/test/set-clock.ts';
import { startSiteOfSetClocks, type Step } from './site-of-set-clocks.ts';

const hourMs = 3_600_000;
/** The hour is not over when it is taken back. */
const steps: readonly Step[] = [
  { moment: 'in flight', byMs: hourMs },
  { moment: 'between rounds', byMs: -hourMs },
];

if (!canSetClock) console.info(setClockMissing);

describe.runIf(canSetClock)('on a PostgreSQL whose clock is set', () => {
  it('play goes on within seconds, and a step voids at most one round of a game', async () => {
    const site = await startSiteOfSetClocks();
    try {
      expect(Object.keys(await site.gamesThatPlay())).toHaveLength(3);
      for (const step of steps) await site.step('database', step);
      await site.expectSound();
    } finally {
      await site.close();
    }
  }, 600_000);
});
