/** A26: no answer reveals whether an account exists. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountLookups, startLookupSite, type LookupSite } from '../../../test/account-lookups.ts';

let site: LookupSite;

beforeAll(async () => {
  site = await startLookupSite();
});
afterAll(() => site?.close());

it.each(accountLookups)(
  'A26: $what has the same answer, headers and queries for known and unknown accounts',
  async ({ known, unknown }) => {
    const [one, other] = [await known(site.post), await unknown(site.post)];
    expect(one.answer).toEqual(other.answer);
    expect(one.queries).toEqual(other.queries);
  },
);
