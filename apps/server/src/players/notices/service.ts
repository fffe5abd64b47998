/** A player's notices: the list, what was read of it, and their choices by kind and channel. */
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import type {
  Notice,
  NoticesAnswer,
  NoticeSettingBody,
  NoticeSettings,
  ReadNoticesBody,
} from '@fairground/contract/notices';
import type { NoticeKind } from '@fairground/game-kit/server';
import type { RowOf } from '@fairground/sql';
import type { CleaningRule } from '../../director/cleaning.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/logger.ts';
import { listKinds, type NoticeWords } from './kinds.ts';
import * as sql from './sql/notices.sql.ts';

export { createNotice, createNotices, createSecurityNotice, type NewNotice } from './create.ts';
export { pushKeySealedRows } from './push-key.ts';
export type { SecurityEvent } from './kinds.ts';

type Query = Database['query'];

export interface UnreadNotices {
  playerId: string;
  unread: number;
}

interface Choice {
  inbox: boolean;
  push: boolean;
  mail: boolean;
}

const maxId = '999999999999999999';

export const createNoticesService = (deps: {
  database: Database;
  log: Pick<Log, 'error'>;
  games: readonly NoticeWords[];
}) => {
  const { database, log, games } = deps;
  const { query } = database;
  const kinds = listKinds(games);

  const countUnread = async (playerId: bigint): Promise<number> =>
    (await sql.countUnread.first(query, { playerId }))?.unread ?? 0;

  const readChoices = async (on: Query, playerId: bigint): Promise<Map<string, Choice>> => {
    const rows = await sql.listSettings.run(on, { playerId });
    const chosen = new Map(rows.map(({ kind, ...choice }) => [kind, choice]));
    return new Map(
      [...kinds].map(([kind, { inboxByDefault }]) => [
        kind,
        chosen.get(kind) ?? { inbox: inboxByDefault, push: false, mail: false },
      ]),
    );
  };

  const write = async (
    playerId: bigint,
    { kind, channel, on, language }: NoticeSettingBody,
  ): Promise<Result> =>
    database.transaction<Result>(async (inTransaction) => {
      if (!(await sql.lockSettings.first(inTransaction, { playerId }))) return refuse('not_signed_in');
      const choices = await readChoices(inTransaction, playerId);
      const changed = new Map<string, Choice>();
      const set = (name: string, value: boolean): void => {
        const before = choices.get(name);
        if (before) changed.set(name, { ...before, [channel]: value });
      };
      set(kind, on);
      const excluded = kinds.get(kind)?.excludes;
      if (on && excluded !== undefined) set(excluded, false);
      const values = [...changed.values()];
      await sql.writeSettings.run(inTransaction, {
        playerId,
        kinds: [...changed.keys()],
        inbox: values.map(({ inbox }) => inbox),
        push: values.map(({ push }) => push),
        mail: values.map(({ mail }) => mail),
        language,
      });
      return accepted;
    });

  return {
    async list(
      playerId: bigint,
      { before = maxId, limit }: { before?: string | undefined; limit: number },
    ): Promise<NoticesAnswer> {
      const rows = await sql.listNotices.run(query, { playerId, before: BigInt(before), maxRows: limit + 1 });
      const page = rows.slice(0, limit);
      const [notices, unread] = await Promise.all([
        describeNotices(query, kinds, page, log),
        countUnread(playerId),
      ]);
      const last = page.at(-1);
      return { notices, unread, next: rows.length > limit && last ? String(last.id) : null };
    },

    countUnread,
    /** Counts for several players in one statement. */
    async countUnreadOf(playerIds: readonly bigint[]): Promise<UnreadNotices[]> {
      const rows = await sql.countUnreadOf.run(query, { playerIds });
      return rows.map(({ player_id: playerId, unread }) => ({ playerId: String(playerId), unread }));
    },

    /** Marks everything up to a notice as read, or it alone; returns how many are then unread. */
    async markRead(playerId: bigint, { through, only = false }: ReadNoticesBody): Promise<number> {
      await sql.markRead.run(query, { playerId, through: BigInt(through), only });
      return countUnread(playerId);
    },

    async listSettings(playerId: bigint): Promise<Pick<NoticeSettings, 'kinds' | 'hasAddress'>> {
      const [choices, address] = await Promise.all([
        readChoices(query, playerId),
        sql.hasAddress.first(query, { playerId }),
      ]);
      return {
        kinds: [...kinds.values()].map(({ kind, choice: texts, fixed = [] }) => {
          const { inbox = false, push = false, mail = false } = choices.get(kind) ?? {};
          // Fixed mail is always on, whatever was chosen.
          return {
            kind,
            texts,
            inbox,
            push,
            mail: mail || fixed.includes('mail'),
            fixed: [...fixed],
          };
        }),
        hasAddress: address?.has_address === true,
      };
    },

    async changeSetting(playerId: bigint, choice: NoticeSettingBody): Promise<Result> {
      const { kind, channel, on } = choice;
      const known = kinds.get(kind);
      if (!known) return refuse('invalid_request', { detail: 'There is no such kind.', path: 'kind' });
      if (known.fixed?.includes(channel) === true) {
        return refuse('invalid_request', { detail: 'This cannot be chosen.', path: 'channel' });
      }
      if (on && channel === 'mail') {
        const address = await sql.hasAddress.first(query, { playerId });
        if (address?.has_address !== true) {
          return refuse('invalid_request', { detail: 'Confirm your email address first.', path: 'channel' });
        }
      }
      return write(playerId, choice);
    },

    /** Ends messages of a kind by a channel, as the link in each of them does. */
    async unsubscribe(playerId: bigint, kind: string, channel: 'push' | 'mail'): Promise<Result> {
      if (!kinds.has(kind))
        return refuse('invalid_request', { detail: 'This link is not valid.', path: 'token' });
      const written = await write(playerId, { kind, channel, on: false, language: 'en' });
      // Nothing is sent to a closed account any more.
      return written.ok ? written : accept(null);
    },

    /** For the director. */
    cleaning: [
      {
        name: 'notices',
        async deleteBatch(epoch, maxRows) {
          const row = await sql.deleteOldNotices.first(query, { epoch, maxRows });
          return row?.deleted ?? 0;
        },
      },
      {
        name: 'deliveries',
        async deleteBatch(epoch, maxRows) {
          const row = await sql.deleteOldDeliveries.first(query, { epoch, maxRows });
          return row?.deleted ?? 0;
        },
      },
    ] satisfies readonly CleaningRule[],
  };
};

export type NoticesService = ReturnType<typeof createNoticesService>;

/**
 * Rows as players see them; one whose kind is unknown, such as a newer process's, or whose data does not fit is left
 * out.
 */
export const describeNotices = async (
  query: Query,
  kinds: ReadonlyMap<string, NoticeKind>,
  rows: readonly RowOf<typeof sql.listNotices>[],
  log: Pick<Log, 'error'>,
): Promise<Notice[]> => {
  const parsed = rows.map((row) => ({ row, data: JSON.parse(row.data) as Record<string, unknown> }));
  const others = parsed.flatMap(({ data: { playerId } }) => (typeof playerId === 'string' ? [playerId] : []));
  const names = others.length === 0 ? [] : await sql.findNames.run(query, { playerIds: others.map(BigInt) });
  const nameOf = new Map(names.map(({ id, username }) => [String(id), username]));
  return parsed.flatMap(({ row, data }): Notice[] => {
    const kind = kinds.get(row.kind);
    if (!kind) return [];
    const fit = kind.schema.safeParse(data);
    if (!fit.success) {
      log.error({ kind: row.kind, notice: String(row.id) }, 'the data of a notice does not fit its kind');
      return [];
    }
    const { playerId } = data;
    const username = typeof playerId === 'string' ? (nameOf.get(playerId) ?? null) : null;
    return [
      {
        id: String(row.id),
        kind: row.kind,
        data,
        texts: kind.texts(fit.data, username),
        path: kind.path(fit.data),
        createdAt: row.created_at.toISOString(),
        read: row.is_read,
      },
    ];
  });
};
