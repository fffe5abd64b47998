/** What the operator's commands read and write. */
import { originalLanguage } from '@fairground/content/post';
import type { Database } from '../../platform/postgres/database.ts';

type Query = Database['query'];

export interface FoundPlayer {
  id: bigint;
  username: string;
  email: string;
  created_at: Date;
  email_confirmed_at: Date | null;
  suspended_at: Date | null;
  closed_at: Date | null;
  coins: bigint;
  winnings: bigint;
  sessions: number;
}

/** By a part of the name or the address, or by the whole id. */
export const findPlayers = (query: Query, text: string, limit = 50): Promise<FoundPlayer[]> =>
  query<FoundPlayer>({
    text: `SELECT p.id, p.username, p.email, p.created_at, p.email_confirmed_at, p.suspended_at, p.closed_at,
        w.coins, w.winnings,
        (SELECT count(*)::integer FROM session s WHERE s.player_id = p.id AND s.expires_at > clock_timestamp()) AS sessions
      FROM player p JOIN wallet w ON w.player_id = p.id
      WHERE p.id::text = $1 OR strpos(lower(p.username), lower($1)) > 0 OR strpos(lower(p.email), lower($1)) > 0
      ORDER BY p.id LIMIT $2`,
    values: [text, limit],
  });

/** By the complete name, in any case; closed accounts are not found. */
export const findPlayerId = async (query: Query, username: string): Promise<bigint | undefined> => {
  const [row] = await query<{ id: bigint }>({
    text: `SELECT id FROM player WHERE lower(username) = lower($1) AND closed_at IS NULL`,
    values: [username],
  });
  return row?.id;
};

/** Ends the player's sessions, and tells the running site to close their sockets. Returns how many. */
export const endSessions = async (query: Query, playerId: bigint): Promise<number> =>
  (
    await query({
      text: `WITH ended AS (DELETE FROM session WHERE player_id = $1 RETURNING id)
        INSERT INTO operator_news (kind, subject) SELECT 'ended_session', id FROM ended RETURNING id`,
      values: [playerId],
    })
  ).length;

/** False where it was so already. */
export const setSuspended = async (query: Query, playerId: bigint, suspended: boolean): Promise<boolean> =>
  (
    await query({
      text: `UPDATE player SET suspended_at = CASE WHEN $2 THEN clock_timestamp() END
        WHERE id = $1 AND (suspended_at IS NOT NULL) <> $2 RETURNING id`,
      values: [playerId, suspended],
    })
  ).length > 0;

export const tellOfChange = async (query: Query, playerId: bigint): Promise<void> => {
  await query({
    text: `INSERT INTO operator_news (kind, subject) VALUES ('changed_player', $1)`,
    values: [playerId],
  });
};

/** What the operator did, for good. */
export const logCommand = async (query: Query, command: string, details: object): Promise<void> => {
  await query({
    text: `INSERT INTO operator_log (command, details) VALUES ($1, $2)`,
    values: [command, JSON.stringify(details)],
  });
};

export interface LoggedCommand {
  id: bigint;
  at: Date;
  command: string;
  details: object;
}

export const readLog = (query: Query, limit: number): Promise<LoggedCommand[]> =>
  query<LoggedCommand>({
    text: `SELECT id, at, command, details FROM operator_log ORDER BY id DESC LIMIT $1`,
    values: [limit],
  });

export interface ContactMessage {
  id: bigint;
  created_at: Date;
  name: string;
  email: string;
  title: string;
  description: string;
  mailed_at: Date | null;
  answered_at: Date | null;
}

export const listMessages = (query: Query, { all, limit }: { all: boolean; limit: number }) =>
  query<ContactMessage>({
    text: `SELECT * FROM contact_message WHERE $1 OR answered_at IS NULL ORDER BY id DESC LIMIT $2`,
    values: [all, limit],
  });

export const findMessage = async (query: Query, id: string): Promise<ContactMessage | undefined> => {
  const [row] = await query<ContactMessage>({
    text: `SELECT * FROM contact_message WHERE id::text = $1`,
    values: [id],
  });
  return row;
};

export const markAnswered = async (query: Query, id: bigint): Promise<void> => {
  await query({
    text: `UPDATE contact_message SET answered_at = clock_timestamp() WHERE id = $1`,
    values: [id],
  });
};

export interface ConfirmedSubscriber {
  email: string;
  confirmed_at: Date;
  unsubscribe_token: string;
}

export const listSubscribers = (query: Query): Promise<ConfirmedSubscriber[]> =>
  query<ConfirmedSubscriber>({
    text: `SELECT email, confirmed_at, unsubscribe_token FROM newsletter_subscriber
      WHERE confirmed_at IS NOT NULL ORDER BY id`,
    values: [],
  });

export interface PostSummary {
  slug: string;
  title: string;
  published: boolean;
  created_at: Date;
  likes: number;
  /** The original's first. */
  languages: string[];
}

export const listAllPosts = (query: Query): Promise<PostSummary[]> =>
  query<PostSummary>({
    text: `SELECT slug, title, published, created_at, likes,
        ARRAY['${originalLanguage}'] || ARRAY(SELECT t.language FROM blog_translation t
          WHERE t.slug = p.slug ORDER BY t.language) AS languages
      FROM blog_post p ORDER BY created_at DESC`,
    values: [],
  });

export interface ChainState {
  id: bigint;
  game: string;
  links: number;
  next_link: number;
  salt_source: string;
  published_at: Date;
  /** When a restart of fairness ended it. */
  ended_at: Date | null;
}

export const listChains = (query: Query): Promise<ChainState[]> =>
  query<ChainState>({
    text: `SELECT c.id, c.game, c.links, c.next_link, c.salt_source, c.published_at, r.at AS ended_at
      FROM fairness_chain c LEFT JOIN fairness_restart r ON r.id = c.ended_by ORDER BY c.game, c.id`,
    values: [],
  });

export interface News {
  id: bigint;
  kind: 'ended_session' | 'changed_player';
  subject: bigint;
}

export const newestNews = async (query: Query): Promise<bigint> => {
  const [row] = await query<{ id: bigint | null }>({
    text: `SELECT max(id) AS id FROM operator_news`,
    values: [],
  });
  return row?.id ?? 0n;
};

export const readNews = (query: Query, after: bigint): Promise<News[]> =>
  query<News>({
    name: 'operator-news',
    text: `SELECT id, kind, subject FROM operator_news WHERE id > $1 ORDER BY id LIMIT 1000`,
    values: [after],
  });

export const deleteOldNews = async (query: Query): Promise<void> => {
  await query({
    text: `DELETE FROM operator_news WHERE at < clock_timestamp() - interval '1 hour'`,
    values: [],
  });
};
