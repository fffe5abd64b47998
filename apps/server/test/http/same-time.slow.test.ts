/** A26: whether an account exists cannot be told by how long an answer takes, with passwords at their full cost. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPasswords } from '../../src/platform/passwords.ts';
import { accountLookups, startLookupSite, type LookupResult, type LookupSite } from '../account-lookups.ts';

let site: LookupSite;

beforeAll(async () => {
  site = await startLookupSite(createPasswords());
});
afterAll(() => site?.close());

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * How much longer the first takes than the second, by their medians. Which is asked is drawn each time: what a call
 * leaves behind, such as caches that a mail has emptied, so makes both kinds dearer alike. Time of the process is
 * counted, not of the wall: what else a busy machine does is in neither, and the wait for the database is the same
 * where the queries are.
 */
const ratioOfTimes = async (
  calls: number,
  one: () => Promise<LookupResult>,
  other: () => Promise<LookupResult>,
): Promise<number> => {
  const times: [number[], number[]] = [[], []];
  const measure = async () => {
    for (let call = 0; call < calls; call++) {
      const which = Math.random() < 0.5 ? 0 : 1;
      times[which].push((await (which === 0 ? one : other)()).cpuUs);
    }
    return median(times[0]) / median(times[1]);
  };
  let ratio = await measure();
  // Near the bound more calls decide: all that were measured count.
  for (let more = 0; more < 5 && Math.abs(ratio - 1) > 0.05; more++) ratio = await measure();
  return ratio;
};

it.each(accountLookups)(
  'A26: $what takes the same time within a tenth',
  async ({ calls, known, unknown }) => {
    const ratio = await ratioOfTimes(
      calls,
      () => known(site.post),
      () => unknown(site.post),
    );
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
  },
  120_000,
);
