/** Statements of a player's own data: name, avatar, sessions. */
import type { Database } from '../../platform/postgres/database.ts';

type Query = Database['query'];

export interface SignIn {
  username: string;
  email: string;
  password_hash: string;
  /** Whether the session is younger than 15 minutes. */
  is_recent: boolean;
}

export const findSignIn = async (
  query: Query,
  playerId: bigint,
  sessionId: bigint,
): Promise<SignIn | undefined> => {
  const rows = await query<SignIn>({
    name: 'find-sign-in',
    text: `SELECT p.username, p.email, p.password_hash,
        s.created_at > clock_timestamp() - interval '15 minutes' AS is_recent
      FROM player p JOIN session s ON s.player_id = p.id WHERE p.id = $1 AND s.id = $2 AND p.closed_at IS NULL`,
    values: [playerId, sessionId],
  });
  return rows[0];
};

/**
 * Absent fields stay as they are. False where the account was closed in the meantime; throws a unique violation
 * where the name is taken.
 */
export const updatePlayer = async (
  query: Query,
  playerId: bigint,
  change: { username?: string | undefined; avatar?: string | undefined },
): Promise<boolean> => {
  const rows = await query({
    name: 'update-player',
    text: `UPDATE player SET username = coalesce($2, username), avatar = coalesce($3, avatar)
      WHERE id = $1 AND closed_at IS NULL RETURNING id`,
    values: [playerId, change.username ?? null, change.avatar ?? null],
  });
  return rows.length > 0;
};

export interface SessionListRow {
  id: bigint;
  created_at: Date;
  last_seen_at: Date;
  user_agent: string | null;
}

export const listSessions = (query: Query, playerId: bigint): Promise<SessionListRow[]> =>
  query<SessionListRow>({
    name: 'list-sessions',
    text: `SELECT id, created_at, last_seen_at, user_agent FROM session
      WHERE player_id = $1 AND expires_at > clock_timestamp() ORDER BY last_seen_at DESC, id DESC LIMIT 100`,
    values: [playerId],
  });

export const deleteOwnSession = async (
  query: Query,
  playerId: bigint,
  sessionId: bigint,
): Promise<boolean> => {
  const rows = await query<{ id: bigint }>({
    name: 'delete-own-session',
    text: `DELETE FROM session WHERE id = $2 AND player_id = $1 RETURNING id`,
    values: [playerId, sessionId],
  });
  return rows.length > 0;
};

export interface ProfileRow {
  id: bigint;
  username: string;
  avatar: string | null;
  reference_id: string;
  created_at: Date;
  coins: bigint;
  winnings: bigint;
  total_won: bigint;
  ad_earnings: bigint;
  todays_bids: bigint;
  tickets_played: bigint;
  referred: { id: string; username: string; avatar: string | null; created_at: string }[];
}

/** SELECTs that count the tickets of the player that an SQL expression names, one of each game with tickets. */
export type TicketCounts = readonly ((player: string) => string)[];

/** What others may see of a player, by their name in any case; closed accounts are not found. */
export const findProfile = async (
  query: Query,
  username: string,
  ticketCounts: TicketCounts,
): Promise<ProfileRow | undefined> => {
  const rows = await query<ProfileRow>({
    name: 'find-profile',
    text: `SELECT p.id, p.username, p.avatar, p.reference_id, p.created_at, w.coins, w.winnings, w.total_won, w.ad_earnings,
        (CASE WHEN w.staked_on = (SELECT day FROM today) THEN w.staked_today ELSE 0 END)::bigint AS todays_bids,
        (${['0', ...ticketCounts.map((of) => `(${of('p.id')})`)].join(' + ')})::bigint AS tickets_played,
        coalesce((
          SELECT json_agg(json_build_object('id', r.id::text, 'username', r.username, 'avatar', r.avatar,
            'created_at', r.created_at) ORDER BY r.id DESC)
          FROM (SELECT * FROM player q WHERE q.referred_by = p.id AND q.closed_at IS NULL ORDER BY q.id DESC LIMIT 100) r
        ), '[]') AS referred
      FROM player p JOIN wallet w ON w.player_id = p.id
      WHERE lower(p.username) = lower($1) AND p.closed_at IS NULL`,
    values: [username],
  });
  return rows[0];
};
