/** Whether an invitation is good, and whose it is: what anybody who has the link may know. */
import { refuse } from '@fairground/contract/errors';
import type { DetailedRefusal } from '../../http/refusals.ts';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { parseReference } from '../auth/service.ts';
import { findInviter } from './queries.ts';

/** Reference ids are random, 50 bits long, and shown on profiles; trying them out is slow all the same. */
const perAddress: AttemptRule = { name: 'invitation-address', most: 60, windowMs: 5 * 60_000 };

export interface Invitations {
  find(
    ref: string,
    address: string,
  ): Promise<{ ok: true; referral: { username: string } | null } | DetailedRefusal>;
}

export const createInvitations = (
  { query }: Pick<Database, 'query'>,
  limiter: Pick<AttemptLimiter, 'take'>,
): Invitations => ({
  async find(ref, address) {
    const attempt = await limiter.take([[perAddress, addressSubject(address)]]);
    if (!attempt.ok) return { ...refuse('rate_limited'), retryAfterSeconds: attempt.retryAfterSeconds };
    const referenceId = parseReference(ref);
    return { ok: true, referral: referenceId === null ? null : await findInviter(query, referenceId) };
  },
});
