/**
 * F29: a statement that holds the fence of the lease in flight, as the settling of a large chunk does, ends no
 * round.
 */
import { waitsForLock } from '@fairground/server/test/lock-waits';
import { seededEntropy } from '@fairground/server/test/seeded-entropy';
import { expect, it } from 'vitest';
import { reveal } from './running-flights.ts';
import { siteForEach } from '@fairground/server/test/for-tests';

const site = siteForEach({
  isAudited: true,
  clock: 'moved',
  entropy: seededEntropy(35),
  env: { AVIATOR_COUNTDOWN_MS: '3000' },
});

/** A flight that lasts for at least that long from now. */
const flyFor = async (ms: number): Promise<bigint> => {
  for (let rounds = 0; rounds < 2_000; rounds += 1) {
    const [row] = await site.rows<{ id: bigint; starts_at: Date; crash_at: Date | null }>(
      `SELECT id, starts_at, crash_at FROM aviator_round WHERE state = 'flying'`,
    );
    if (row && (await reveal(site, row)).crash_at.getTime() - site.time.nowMs() > ms) return row.id;
    await site.time.advance(250);
  }
  throw new Error('no flight is long enough: choose another seed');
};

it.each([2_500, 4_000])('a round flies on while a statement holds the fence for %d ms', async (stallMs) => {
  const id = await flyFor(stallMs + 1_000);
  await site.database.transaction(async (query) => {
    await query({ text: 'SELECT held_lease(epoch) FROM director_lease', values: [] });
    const passing = site.time.advance(stallMs);
    expect(await waitsForLock(site.database, 'director_', passing), 'a renewal waits').toBe(false);
    await passing;
  });
  for (let waited = 0; waited < 600; waited += 1) {
    const [round] = await site.rows<{ state: string }>('SELECT state FROM aviator_round WHERE id = $1', id);
    if (round?.state !== 'flying') {
      expect(round?.state).toBe('settling');
      break;
    }
    await site.time.advance(250);
  }
});
