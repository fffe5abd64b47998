/** Makes and ends the operator's invitations, for a command and the console; each act is logged. */
import { endInvitation as end, insertInvitation } from '../../identity/sign-in/sql/invitations.sql.ts';
import type { Database } from '../../platform/database/database.ts';
import { createToken, hashToken, type Entropy } from '../../platform/entropy.ts';
import { logCommand } from './log.ts';

type Transacting = Pick<Database, 'transaction'>;

interface Act {
  /** Absent for a command from a shell. */
  staffId?: bigint;
}

interface NewInvitation extends Act {
  /** For whom it is. Not in the log, which is permanent. */
  note: string;
  days: number;
  entropy: Entropy;
  siteUrl: string;
}

export const makeInvitation = (
  database: Transacting,
  { note, days, entropy, siteUrl, ...act }: NewInvitation,
): Promise<{ link: string; expiresAt: Date }> =>
  database.transaction(async (on) => {
    const token = createToken(entropy);
    const made = await insertInvitation.first(on, { tokenHash: hashToken(token), note, days });
    if (!made) throw new Error('an insert returned no row');
    await logCommand(on, 'invite', {}, { ...act, after: { expiresAt: made.expires_at } });
    return { link: `${siteUrl}/register?invitation=${token}`, expiresAt: made.expires_at };
  });

/** False where it was used or ended before, or is too old. */
export const endInvitation = (database: Transacting, id: string, act: Required<Act>): Promise<boolean> =>
  database.transaction(async (on) => {
    const ended = await end.first(on, { tokenHash: Buffer.from(id, 'hex') });
    if (!ended) return false;
    await logCommand(on, 'invitation end', { invitation: id.slice(0, 12) }, act);
    return true;
  });
