/**
 * F34: the clock of a real PostgreSQL, of the site's process, or of both is set forward and back, in flight and between
 * rounds. `npm run test:faults -- clocks` takes about ten minutes.
 */
import { describe, expect, it } from 'vitest';
import { canSetClock, setClockMissing } from '../../apps/server/test/set-clock.ts';
import { startSiteOfSetClocks, type Step, type WhichClock } from './site-of-set-clocks.ts';

const hourMs = 3_600_000;
const clocks: readonly WhichClock[] = ['database', 'site', 'both'];
/** What is taken back is taken back long before as much time has passed, but for the last. */
const steps: readonly Step[] = [
  { moment: 'in flight', byMs: hourMs },
  { moment: 'in flight', byMs: -hourMs },
  { moment: 'between rounds', byMs: -hourMs },
  { moment: 'between rounds', byMs: hourMs },
  { moment: 'in flight', byMs: 60_000 },
  { moment: 'between rounds', byMs: -60_000 },
  { moment: 'between rounds', byMs: 6_000 },
  { moment: 'in flight', byMs: -6_000 },
];

if (!canSetClock) console.info(setClockMissing);

describe.runIf(canSetClock)('with clocks that are set', () => {
  it.each(clocks)(
    'a step of the clock of %s voids at most one round of a game',
    async (clock) => {
      const site = await startSiteOfSetClocks();
      try {
        expect(Object.keys(await site.gamesThatPlay())).toHaveLength(3);
        for (const step of steps) await site.step(clock, step);
        await site.expectSound();
      } finally {
        await site.close();
      }
    },
    900_000,
  );
});
