/** Whether an invitation is valid, and who invites: public to anyone with the link. */
import { accept, type Result } from '@fairground/contract/errors';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/database/database.ts';
import { parseReference } from '../../identity/sign-in/service.ts';
import { findInviter } from './sql/invitations.sql.ts';

/** Reference ids are random, 50 bits long, and shown on profiles; guessing them is rate-limited anyway. */
const perAddress: AttemptRule = { name: 'invitation-address', max: 60, windowMs: 5 * 60_000 };

export interface Invitations {
  /** Null if no open account has this reference id. */
  find(ref: string, address: string): Promise<Result<{ username: string } | null>>;
}

export const createInvitations = (
  { query }: Pick<Database, 'query'>,
  limiter: Pick<AttemptLimiter, 'take'>,
): Invitations => ({
  async find(ref, address) {
    const attempt = await limiter.take([[perAddress, addressSubject(address)]]);
    if (!attempt.ok) return attempt;
    const referenceId = parseReference(ref);
    return accept(referenceId === null ? null : ((await findInviter.first(query, { referenceId })) ?? null));
  },
});
