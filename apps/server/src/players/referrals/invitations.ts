/** Whether an invitation of a player or of the operator is valid: public to anyone with the link. */
import type { InvitationAnswer } from '@fairground/contract/auth';
import { accept, type Result } from '@fairground/contract/errors';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/database/database.ts';
import { findInvitation, findReferrer, isToken, parseReference } from '../../identity/sign-in/service.ts';
import { hashToken } from '../../platform/entropy.ts';

/** Reference ids are random, 50 bits long, and shown on profiles; guessing them is rate-limited anyway. */
const perAddress: AttemptRule = { name: 'invitation-address', max: 60, windowMs: 5 * 60_000 };

export const createInvitations = (
  { query }: Pick<Database, 'query'>,
  limiter: Pick<AttemptLimiter, 'take'>,
) => ({
  /** By a player's reference id, or the code of an invitation by the operator. */
  async find(code: string, address: string): Promise<Result<InvitationAnswer>> {
    const attempt = await limiter.take([[perAddress, addressSubject(address)]]);
    if (!attempt.ok) return attempt;
    if (isToken(code)) {
      const found = await findInvitation.first(query, { tokenHash: hashToken(code) });
      return accept({ referral: null, ...(found && { expiresAt: found.expires_at.toISOString() }) });
    }
    const referenceId = parseReference(code);
    const referrer = referenceId === null ? undefined : await findReferrer.first(query, { referenceId });
    return accept({ referral: referrer ? { username: referrer.username } : null });
  },
});

export type Invitations = ReturnType<typeof createInvitations>;
