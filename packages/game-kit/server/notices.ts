/** What players are notified of: the kinds of notices, and where those of a game come from. */
import type { NoticeChannel, NoticeLanguage, NoticeTexts } from '@fairground/contract/notices';
import type * as z from 'zod/mini';

interface Kind<Data extends object> {
  /** On the wire and in the database; never changed. */
  kind: string;
  /** What is stored with a notice. A member `playerId` names another player, who is shown by their present name. */
  schema: z.ZodMiniType<Data>;
  /** Its name and explanation among the player's choices. */
  choice: Record<NoticeLanguage, NoticeTexts>;
  /** `username` is that of `playerId`, and null where there is none or the account was closed. */
  texts(data: Data, username: string | null): Record<NoticeLanguage, NoticeTexts>;
  /** The page of the site that it leads to. */
  path(data: Data): string;
  /** Whether the list has it without a choice of the player; other channels are always off until they are chosen. */
  inboxByDefault: boolean;
  /** Channels that are not the player's choice. */
  fixed?: readonly NoticeChannel[];
  /** A kind that reports the same: a channel has one of the two at most. */
  excludes?: string;
}

/** A kind as the core sees it, without the type of its data. */
export interface NoticeKind extends Omit<Kind<object>, 'schema' | 'texts' | 'path'> {
  schema: z.ZodMiniType<object>;
  texts(data: unknown, username: string | null): Record<NoticeLanguage, NoticeTexts>;
  path(data: unknown): string;
}

export const defineNoticeKind = <Data extends object>(kind: Kind<Data>): NoticeKind =>
  kind as unknown as NoticeKind;

/**
 * Notices of a game. The director makes them of committed rows, in the order of a place that only grows, and notes in
 * the same statement how far it came: none is lost or made twice.
 */
export interface GameNotices {
  kinds: readonly NoticeKind[];
  /** A SELECT of one row `(place bigint)`: the last one that is complete, or null. A new site begins there. */
  newest: string;
  /** A SELECT of one row `(place bigint)`: the last of the next `$2` complete ones behind `$1`, or null. */
  next: string;
  /**
   * A SELECT of `(kind text, player_id bigint, source text, details text)` of the rows behind `$1` and
   * up to `$2`; details are JSON.
   */
  rows: string;
}
