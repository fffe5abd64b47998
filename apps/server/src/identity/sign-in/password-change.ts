/** Setting a new password, which ends sessions and open resets in the same transaction. */
import type { Database } from '../../platform/database/database.ts';
import { setPassword } from './sql/accounts.sql.ts';
import { deleteChallenges } from './sql/challenges.sql.ts';
import { deleteResets } from './sql/mailed-tokens.sql.ts';
import { deleteSessionsExcept } from './sql/sessions.sql.ts';

export interface PasswordChange {
  playerId: bigint;
  passwordHash: string;
  /** The session that made the change lives on; null ends all. */
  retainedSessionId: bigint | null;
}

/**
 * Returns the sessions that ended, whose sockets are to be closed after commit; undefined, and nothing is changed,
 * where the account was closed in the meantime.
 */
export const changePassword = async (
  query: Database['query'],
  { playerId, passwordHash, retainedSessionId }: PasswordChange,
): Promise<bigint[] | undefined> => {
  // Locks the row first: a sign-in that verified the old password waits for the lock and then finds the password
  // changed.
  if (!(await setPassword.first(query, { playerId, passwordHash }))) return undefined;
  await deleteResets.run(query, { playerId });
  await deleteChallenges.run(query, { playerId });
  const ended = await deleteSessionsExcept.run(query, { playerId, retainedId: retainedSessionId });
  return ended.map((row) => row.id);
};
