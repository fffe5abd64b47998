/** Closing an account in SQL. */
import type { Database } from '../../platform/postgres/database.ts';

type Query = Database['query'];

export const findPasswordHash = async (query: Query, playerId: bigint): Promise<string | undefined> => {
  const rows = await query<{ password_hash: string }>({
    name: 'find-password-hash',
    text: `SELECT password_hash FROM player WHERE id = $1 AND closed_at IS NULL`,
    values: [playerId],
  });
  return rows[0]?.password_hash;
};

/**
 * Locks the player before anything else does: whatever is written of them under `openPlayer` has either been
 * committed, and is erased here, or waits and then finds the account closed. Undefined unless the account is open
 * and the password the one that was verified.
 */
export const lockOwner = async (
  query: Query,
  playerId: bigint,
  passwordHash: string,
): Promise<{ email: string; is_confirmed: boolean } | undefined> => {
  const rows = await query<{ email: string; is_confirmed: boolean }>({
    name: 'lock-owner',
    text: `SELECT email, email_confirmed_at IS NOT NULL AS is_confirmed FROM player
      WHERE id = $1 AND password_hash = $2 AND closed_at IS NULL FOR UPDATE`,
    values: [playerId, passwordHash],
  });
  return rows[0];
};

export interface AccountRow {
  id: bigint;
  /** Null where the address was never confirmed. */
  confirmed_email: string | null;
  /** When it was registered, in microseconds since 1970. */
  created_us: string;
}

/** Accounts that are closed, or those that are open, in the order of their ids. */
export const findAccounts = (
  query: Query,
  { after, limit, isClosed }: { after: bigint; limit: number; isClosed: boolean },
): Promise<AccountRow[]> =>
  query<AccountRow>({
    text: `SELECT id, CASE WHEN email_confirmed_at IS NOT NULL THEN email END AS confirmed_email,
        (extract(epoch FROM created_at) * 1000000)::bigint::text AS created_us FROM player
      WHERE id > $1 AND (closed_at IS NOT NULL) = $3 ORDER BY id LIMIT $2`,
    values: [after, limit, isClosed],
  });

export const anonymise = async (query: Query, playerId: bigint, alias: string): Promise<void> => {
  await query({
    name: 'close-player',
    text: `UPDATE player SET closed_at = clock_timestamp(), username = $2, email = $2 || '@closed.invalid',
        password_hash = '', avatar = NULL, reference_id = $2, email_confirmed_at = NULL
      WHERE id = $1`,
    values: [playerId, alias],
  });
};

/** What came under an e-mail address; only its owner may erase that. */
export const eraseMessages = async (query: Query, confirmedEmail: string): Promise<void> => {
  for (const table of ['contact_message', 'newsletter_subscriber']) {
    await query({ text: `DELETE FROM ${table} WHERE lower(email) = lower($1)`, values: [confirmedEmail] });
  }
};

/** What only served the person, under their id. Returns the sessions that ended. */
export const eraseTraces = async (query: Query, playerId: bigint): Promise<bigint[]> => {
  await query({
    text: `WITH taken AS (DELETE FROM blog_like WHERE player_id = $1 RETURNING slug)
      UPDATE blog_post p SET likes = p.likes - 1 FROM taken WHERE p.slug = taken.slug`,
    values: [playerId],
  });
  for (const table of [
    'idempotency',
    'password_reset',
    'email_confirmation',
    'known_browser',
    'known_address',
    'player_export',
    'limit_change',
  ]) {
    await query({ text: `DELETE FROM ${table} WHERE player_id = $1`, values: [playerId] });
  }
  await query({
    // The player no longer stands on any board.
    text: `SELECT ledger.clear_statistics($1)`,
    values: [playerId],
  });
  await query({
    text: `UPDATE player SET referral_count = greatest(referral_count - 1, 0)
      WHERE id = (SELECT referred_by FROM player WHERE id = $1)`,
    values: [playerId],
  });
  await query({ text: `UPDATE player SET referred_by = NULL WHERE id = $1`, values: [playerId] });
  const ended = await query<{ id: bigint }>({
    text: `DELETE FROM session WHERE player_id = $1 RETURNING id`,
    values: [playerId],
  });
  return ended.map((row) => row.id);
};
