/** A26: the time of an answer does not reveal whether an account exists, with passwords at their full cost. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPasswords } from '../../platform/secrets/passwords.ts';
import {
  accountLookups,
  startLookupSite,
  type LookupResult,
  type LookupSite,
} from '../../../test/account-lookups.ts';

let site: LookupSite;

beforeAll(async () => {
  site = await startLookupSite(createPasswords());
});
afterAll(() => site?.close());

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * The relative difference of the medians. Which of the two is requested next is random, so that the after-effects of
 * a call, such as cold caches, affect both equally. CPU time of the process is measured rather than elapsed time,
 * which excludes other load on the machine; the time of the database is equal where the queries are.
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
  // Near the limit more calls are measured; all of them count.
  for (let more = 0; more < 5 && Math.abs(ratio - 1) > 0.05; more++) ratio = await measure();
  return ratio;
};

it.each(accountLookups)(
  'A26: $what takes the same time within 10% for known and unknown accounts',
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
