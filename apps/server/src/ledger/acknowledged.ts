/** A client's own record of its answers, compared with the ledger (I18). */
import type { Database } from '../platform/database/database.ts';
import { findStaked } from './sql/movements.sql.ts';

/** Games as a client names them, and the prefixes of their transfer kinds. */
export type StakePrefixes = Readonly<Record<string, string>>;

/** Entries that the ledger contradicts: acknowledged without a stake of that amount, or refused with one. */
export const findUnpersisted = async (
  query: Database['query'],
  record: readonly unknown[],
  prefixes: StakePrefixes,
): Promise<object[]> => {
  const broken: object[] = [];
  for (const entry of record) {
    const { game, bet, amount, outcome } = entry as Record<string, unknown>;
    const prefix = prefixes[String(game)];
    const isId = bet === undefined || bet === null || typeof bet === 'string' || typeof bet === 'number';
    if (!isId || prefix === undefined || !['acknowledged', 'refused', 'unknown'].includes(String(outcome))) {
      broken.push({ entry, reason: 'not understood' });
      continue;
    }
    if (bet === undefined || bet === null) {
      // Without an id there is nothing to look for; an acknowledgement always carries one.
      if (outcome === 'acknowledged') broken.push({ entry, reason: 'acknowledged without an id' });
      continue;
    }
    if (!/^\d{1,18}$/.test(`${bet}`)) {
      broken.push({ entry, reason: 'not understood' });
      continue;
    }
    const row = await findStaked.first(query, {
      bet: BigInt(String(bet)),
      kinds: [`${prefix}_stake_coins`, `${prefix}_stake_winnings`],
    });
    const staked = row?.staked ?? null;
    const isPersisted =
      outcome === 'acknowledged'
        ? staked !== null && (amount === undefined || staked === BigInt(Number(amount)))
        : outcome === 'unknown' || staked === null;
    if (!isPersisted) broken.push({ entry, staked: staked === null ? null : Number(staked) });
  }
  return broken;
};
