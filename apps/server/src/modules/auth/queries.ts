/** Statements of accounts, sessions and one-time tokens. Expiry is judged by the database's clock. */
import type { Database } from '../../platform/database.ts';

type Query = Database['query'];

export interface Account {
  id: bigint;
  username: string;
  email: string;
  password_hash: string;
  suspended: boolean;
}

export const findAccount = async (query: Query, identifier: string): Promise<Account | undefined> => {
  // A username has no @, so an identifier means one or the other.
  const column = identifier.includes('@') ? 'email' : 'username';
  const rows = await query<Account>({
    name: `find-account-by-${column}`,
    text: `SELECT id, username, email, password_hash, suspended_at IS NOT NULL AS suspended
      FROM player WHERE lower(${column}) = lower($1)`,
    values: [identifier],
  });
  return rows[0];
};

export const findReferrer = async (
  query: Query,
  referenceId: string,
): Promise<{ id: bigint; username: string } | undefined> => {
  const rows = await query<{ id: bigint; username: string }>({
    name: 'find-referrer',
    text: `SELECT id, username FROM player WHERE reference_id = $1`,
    values: [referenceId],
  });
  return rows[0];
};

export interface NewSession {
  playerId: bigint;
  tokenHash: Buffer;
  userAgent: string | null;
  lastsSeconds: number;
}

export const insertSession = async (query: Query, session: NewSession): Promise<void> => {
  await query({
    name: 'insert-session',
    text: `INSERT INTO session (token_hash, player_id, user_agent, expires_at)
      VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))`,
    values: [session.tokenHash, session.playerId, session.userAgent, session.lastsSeconds],
  });
};

/**
 * Opens the session only while the password is the one that was verified, so that a sign-in under way
 * with the old password cannot outlive a change of it.
 */
export const insertSessionIfUnchanged = async (
  query: Query,
  session: NewSession,
  passwordHash: string,
): Promise<boolean> => {
  const rows = await query<{ id: bigint }>({
    name: 'insert-session-if-unchanged',
    text: `INSERT INTO session (token_hash, player_id, user_agent, expires_at)
      SELECT $1, id, $3, clock_timestamp() + make_interval(secs => $4)
      FROM player WHERE id = $2 AND password_hash = $5 AND suspended_at IS NULL FOR SHARE RETURNING id`,
    values: [session.tokenHash, session.playerId, session.userAgent, session.lastsSeconds, passwordHash],
  });
  return rows.length > 0;
};

export interface SessionRow {
  token_hash: Buffer;
  session_id: bigint;
  player_id: bigint;
  is_stale: boolean;
}

export const findSessions = (query: Query, tokenHashes: readonly Buffer[]): Promise<SessionRow[]> =>
  query<SessionRow>({
    name: 'find-sessions',
    text: `SELECT token_hash, id AS session_id, player_id,
        last_seen_at < clock_timestamp() - interval '5 minutes' AS is_stale
      FROM session WHERE token_hash = ANY($1) AND expires_at > clock_timestamp()`,
    values: [tokenHashes],
  });

/** Those of the sessions that still live, each with the time that is left of it. */
export const findLiveSessions = (
  query: Query,
  sessionIds: readonly bigint[],
): Promise<{ session_id: bigint; remaining_ms: number }[]> =>
  query<{ session_id: bigint; remaining_ms: number }>({
    name: 'find-live-sessions',
    text: `SELECT id AS session_id,
        (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::float8 AS remaining_ms
      FROM session WHERE id = ANY($1) AND expires_at > clock_timestamp()`,
    values: [sessionIds],
  });

export const findSocketToken = async (query: Query, tokenHash: Buffer): Promise<SessionRow | undefined> => {
  const rows = await query<SessionRow>({
    name: 'find-socket-token',
    text: `SELECT t.token_hash, s.id AS session_id, s.player_id, false AS is_stale
      FROM socket_token t JOIN session s ON s.id = t.session_id
      WHERE t.token_hash = $1 AND t.expires_at > clock_timestamp() AND s.expires_at > clock_timestamp()`,
    values: [tokenHash],
  });
  return rows[0];
};

export const touchSessions = async (query: Query, sessionIds: readonly bigint[]): Promise<void> => {
  await query({
    name: 'touch-sessions',
    text: `UPDATE session SET last_seen_at = clock_timestamp() WHERE id = ANY($1)`,
    values: [sessionIds],
  });
};

export const deleteSession = async (query: Query, sessionId: bigint): Promise<void> => {
  await query({ name: 'delete-session', text: `DELETE FROM session WHERE id = $1`, values: [sessionId] });
};

export const replaceSocketToken = async (
  query: Query,
  sessionId: bigint,
  tokenHash: Buffer,
  lastsSeconds: number,
): Promise<Date | undefined> => {
  const rows = await query<{ expires_at: Date }>({
    name: 'replace-socket-token',
    text: `WITH expired AS (
        DELETE FROM socket_token WHERE session_id = $1 AND expires_at <= clock_timestamp())
      INSERT INTO socket_token (token_hash, session_id, expires_at)
      SELECT $2, id, clock_timestamp() + make_interval(secs => $3) FROM session WHERE id = $1
      RETURNING expires_at`,
    values: [sessionId, tokenHash, lastsSeconds],
  });
  return rows[0]?.expires_at;
};

export const insertReset = async (
  query: Query,
  playerId: bigint,
  tokenHash: Buffer,
  lastsSeconds: number,
): Promise<void> => {
  await query({
    name: 'insert-reset',
    text: `INSERT INTO password_reset (token_hash, player_id, expires_at)
      VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))`,
    values: [tokenHash, playerId, lastsSeconds],
  });
};

/** Whose reset this token is, while it is good. */
export const findReset = async (
  query: Query,
  tokenHash: Buffer,
): Promise<Omit<Account, 'password_hash' | 'suspended'> | undefined> => {
  const rows = await query<Omit<Account, 'password_hash' | 'suspended'>>({
    name: 'find-reset',
    text: `SELECT p.id, p.username, p.email FROM password_reset r JOIN player p ON p.id = r.player_id
      WHERE r.token_hash = $1 AND r.expires_at > clock_timestamp()`,
    values: [tokenHash],
  });
  return rows[0];
};

/** Uses the token up, and all others of its player. Undefined where another call was first. */
export const takeReset = async (query: Query, tokenHash: Buffer): Promise<bigint | undefined> => {
  const taken = await query<{ player_id: bigint }>({
    name: 'take-reset',
    text: `DELETE FROM password_reset WHERE token_hash = $1 AND expires_at > clock_timestamp() RETURNING player_id`,
    values: [tokenHash],
  });
  return taken[0]?.player_id;
};

/** Removes what has expired; run now and then. */
export const deleteExpired = async (query: Query): Promise<void> => {
  for (const table of ['socket_token', 'password_reset', 'email_confirmation', 'session']) {
    await query({ text: `DELETE FROM ${table} WHERE expires_at <= clock_timestamp()`, values: [] });
  }
};

export const insertConfirmation = async (
  query: Query,
  confirmation: { playerId: bigint; email: string; tokenHash: Buffer; lastsSeconds: number },
): Promise<void> => {
  await query({
    name: 'insert-confirmation',
    text: `INSERT INTO email_confirmation (token_hash, player_id, email, expires_at)
      VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))`,
    values: [confirmation.tokenHash, confirmation.playerId, confirmation.email, confirmation.lastsSeconds],
  });
};

/** Uses the token up; false where there is none, or the address was changed since. */
export const takeConfirmation = async (query: Query, tokenHash: Buffer): Promise<boolean> => {
  const rows = await query<{ id: bigint }>({
    name: 'take-confirmation',
    text: `WITH taken AS (
        DELETE FROM email_confirmation WHERE token_hash = $1 RETURNING player_id, email, expires_at)
      UPDATE player p SET email_confirmed_at = clock_timestamp() FROM taken
      WHERE p.id = taken.player_id AND p.email = taken.email AND taken.expires_at > clock_timestamp()
      RETURNING p.id`,
    values: [tokenHash],
  });
  return rows.length > 0;
};

/** True where the account has not been signed in from a browser of that name before. */
export const rememberBrowser = async (
  query: Query,
  playerId: bigint,
  agentHash: Buffer,
): Promise<boolean> => {
  const rows = await query<{ player_id: bigint }>({
    name: 'remember-browser',
    text: `INSERT INTO known_browser (player_id, agent_hash) VALUES ($1, $2)
      ON CONFLICT DO NOTHING RETURNING player_id`,
    values: [playerId, agentHash],
  });
  return rows.length > 0;
};
