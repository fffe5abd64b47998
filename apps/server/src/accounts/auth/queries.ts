/** Statements of accounts, sessions and one-time tokens. Expiry is judged by the database's clock. */
import { openPlayer } from '../../ledger/players.ts';
import type { Database } from '../../platform/postgres/database.ts';

type Query = Database['query'];

export interface Account {
  id: bigint;
  username: string;
  email: string;
  password_hash: string;
  suspended: boolean;
  /** Whether the owner has confirmed the e-mail address. */
  is_confirmed: boolean;
  /** Whether the account was signed in from the given address in the last 90 days. */
  is_known_address: boolean;
}

/** `spelling` is a username or an e-mail address in lower case, with no other letters than those are made of. */
export const findAccount = async (
  query: Query,
  spelling: string,
  addressHash: Buffer | null = null,
): Promise<Account | undefined> => {
  // A username has no @, so a spelling means one or the other.
  const column = spelling.includes('@') ? 'email' : 'username';
  const rows = await query<Account>({
    name: `find-account-by-${column}`,
    text: `SELECT p.id, p.username, p.email, p.password_hash, p.suspended_at IS NOT NULL AS suspended,
        p.email_confirmed_at IS NOT NULL AS is_confirmed,
        EXISTS (SELECT FROM known_address k WHERE k.player_id = p.id AND k.address_hash = $2
          AND k.seen_at > clock_timestamp() - ${knownAddressLife}) AS is_known_address
      FROM player p WHERE lower(p.${column}) = $1 AND p.closed_at IS NULL`,
    values: [spelling, addressHash],
  });
  return rows[0];
};

const knownAddressLife = `interval '90 days'`;
const maxKnownAddresses = 20;

/** Notes where the owner signs in from. Only the newest addresses of an account are retained. */
export const rememberAddress = async (query: Query, playerId: bigint, addressHash: Buffer): Promise<void> => {
  await query({
    name: 'remember-address',
    text: `WITH ${openPlayer},
      surplus AS (
        DELETE FROM known_address k USING (
          SELECT player_id, address_hash FROM known_address
          WHERE player_id = $1 AND address_hash <> $2 ORDER BY seen_at DESC OFFSET ${maxKnownAddresses - 1}) old
        WHERE k.player_id = old.player_id AND k.address_hash = old.address_hash)
      INSERT INTO known_address (player_id, address_hash) SELECT id, $2 FROM open_player
      ON CONFLICT (player_id, address_hash) DO UPDATE SET seen_at = clock_timestamp()`,
    values: [playerId, addressHash],
  });
};

export const findReferrer = async (
  query: Query,
  referenceId: string,
): Promise<{ id: bigint; username: string } | undefined> => {
  const rows = await query<{ id: bigint; username: string }>({
    name: 'find-referrer',
    text: `SELECT id, username FROM player WHERE reference_id = $1 AND closed_at IS NULL`,
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
      FROM player WHERE id = $2 AND password_hash = $5 AND suspended_at IS NULL AND closed_at IS NULL
      FOR SHARE RETURNING id`,
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

/** False where the account was closed in the meantime. */
export const insertReset = async (
  query: Query,
  playerId: bigint,
  tokenHash: Buffer,
  lastsSeconds: number,
): Promise<boolean> => {
  const rows = await query<{ player_id: bigint }>({
    name: 'insert-reset',
    text: `WITH ${openPlayer}
      INSERT INTO password_reset (player_id, token_hash, expires_at)
      SELECT id, $2, clock_timestamp() + make_interval(secs => $3) FROM open_player RETURNING player_id`,
    values: [playerId, tokenHash, lastsSeconds],
  });
  return rows.length > 0;
};

export type ResetAccount = Pick<Account, 'id' | 'username' | 'email'>;

/** Whose reset this token is, while it is good. */
export const findReset = async (query: Query, tokenHash: Buffer): Promise<ResetAccount | undefined> => {
  const rows = await query<ResetAccount>({
    name: 'find-reset',
    text: `SELECT p.id, p.username, p.email FROM password_reset r JOIN player p ON p.id = r.player_id
      WHERE r.token_hash = $1 AND r.expires_at > clock_timestamp() AND p.closed_at IS NULL`,
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

/** Removes what has expired; run periodically. */
export const deleteExpired = async (query: Query): Promise<void> => {
  for (const table of ['socket_token', 'password_reset', 'email_confirmation', 'session']) {
    await query({ text: `DELETE FROM ${table} WHERE expires_at <= clock_timestamp()`, values: [] });
  }
  await query({
    text: `DELETE FROM known_address WHERE seen_at <= clock_timestamp() - ${knownAddressLife}`,
    values: [],
  });
};

/** False where the account was closed in the meantime. */
export const insertConfirmation = async (
  query: Query,
  confirmation: { playerId: bigint; email: string; tokenHash: Buffer; lastsSeconds: number },
): Promise<boolean> => {
  const rows = await query<{ player_id: bigint }>({
    name: 'insert-confirmation',
    text: `WITH ${openPlayer}
      INSERT INTO email_confirmation (player_id, token_hash, email, expires_at)
      SELECT id, $2, $3, clock_timestamp() + make_interval(secs => $4) FROM open_player RETURNING player_id`,
    values: [confirmation.playerId, confirmation.tokenHash, confirmation.email, confirmation.lastsSeconds],
  });
  return rows.length > 0;
};

/** Uses the token up and returns the address; undefined where there is none, or it was changed since. */
export const takeConfirmation = async (query: Query, tokenHash: Buffer): Promise<string | undefined> => {
  const rows = await query<{ email: string }>({
    name: 'take-confirmation',
    text: `WITH taken AS (
        DELETE FROM email_confirmation WHERE token_hash = $1 RETURNING player_id, email, expires_at)
      UPDATE player p SET email_confirmed_at = clock_timestamp() FROM taken
      WHERE p.id = taken.player_id AND p.email = taken.email AND taken.expires_at > clock_timestamp()
        AND p.closed_at IS NULL
      RETURNING p.email`,
    values: [tokenHash],
  });
  return rows[0]?.email;
};

const maxKnownBrowsers = 50;

/** True where the account has not been signed in from a browser of that name before. The newest are retained. */
export const rememberBrowser = async (
  query: Query,
  playerId: bigint,
  agentHash: Buffer,
): Promise<boolean> => {
  const rows = await query<{ is_new: boolean }>({
    name: 'remember-browser',
    text: `WITH ${openPlayer},
      surplus AS (
        DELETE FROM known_browser b USING (
          SELECT player_id, agent_hash FROM known_browser
          WHERE player_id = $1 AND agent_hash <> $2 ORDER BY seen_at DESC OFFSET ${maxKnownBrowsers - 1}) old
        WHERE b.player_id = old.player_id AND b.agent_hash = old.agent_hash)
      INSERT INTO known_browser AS b (player_id, agent_hash) SELECT id, $2 FROM open_player
      ON CONFLICT (player_id, agent_hash) DO UPDATE SET seen_at = clock_timestamp()
      RETURNING xmax = 0 AS is_new`,
    values: [playerId, agentHash],
  });
  return rows[0]?.is_new ?? false;
};
