/** Setting a new password, which ends sessions and open resets in the same transaction. */
import type { Database } from '../../platform/postgres/database.ts';

export interface PasswordChange {
  playerId: bigint;
  passwordHash: string;
  /** The session that made the change lives on; null ends all. */
  keepSessionId: bigint | null;
}

/**
 * Returns the sessions that ended, whose sockets are to be closed after commit; undefined, and nothing is changed,
 * where the account was closed in the meantime.
 */
export const changePassword = async (
  query: Database['query'],
  { playerId, passwordHash, keepSessionId }: PasswordChange,
): Promise<bigint[] | undefined> => {
  // The row's lock comes first: a sign-in that verified the old password waits for it and then finds it gone.
  const changed = await query({
    name: 'set-password',
    text: `UPDATE player SET password_hash = $2 WHERE id = $1 AND closed_at IS NULL RETURNING id`,
    values: [playerId, passwordHash],
  });
  if (changed.length === 0) return undefined;
  await query({
    name: 'delete-resets',
    text: `DELETE FROM password_reset WHERE player_id = $1`,
    values: [playerId],
  });
  const ended = await query<{ id: bigint }>({
    name: 'end-sessions',
    text: `DELETE FROM session WHERE player_id = $1 AND id IS DISTINCT FROM $2::bigint RETURNING id`,
    values: [playerId, keepSessionId],
  });
  return ended.map((row) => row.id);
};
