/**
 * Creates notices, within the transaction of what they report. A source is the event's own key: a player is notified
 * of it once, however often it is tried, for as long as the notice exists.
 */
import { randomUUID } from 'node:crypto';
import type { NoticeKind } from '@fairground/game-kit/server';
import type { Database } from '../../platform/database/database.ts';
import { coreKinds, type CoreData, type CoreKind, type SecurityEvent } from './kinds.ts';
import * as sql from './sql/notices.sql.ts';

type Query = Database['query'];

export interface NewNotice<Name extends CoreKind = CoreKind> {
  playerId: bigint;
  kind: Name;
  data: CoreData[Name];
  /** Unique among the player's notices of this kind. */
  source: string;
}

/** Returns the players whose list has a new entry: pass them to `noticesChanged` after the commit. */
export const createNotices = async <Name extends CoreKind>(
  query: Query,
  kind: Name,
  notices: readonly Omit<NewNotice<Name>, 'kind'>[],
): Promise<bigint[]> => {
  if (notices.length === 0) return [];
  const { schema, inboxByDefault } = requireKind(kind);
  const rows = await sql.createNotices.run(query, {
    kind,
    inInboxByDefault: inboxByDefault,
    players: notices.map(({ playerId }) => playerId),
    sources: notices.map(({ source }) => source),
    details: notices.map(({ data }) => JSON.stringify(schema.parse(data))),
  });
  return rows.map((row) => row.player_id);
};

export const createNotice = async <Name extends CoreKind>(
  query: Query,
  { kind, ...notice }: NewNotice<Name>,
): Promise<bigint[]> => createNotices(query, kind, [notice]);

/** Each call is an event of its own. */
export const createSecurityNotice = async (
  query: Query,
  { playerId, event, browser }: { playerId: bigint; event: SecurityEvent; browser: string },
): Promise<void> => {
  await createNotice(query, {
    playerId,
    kind: 'security',
    data: { event, browser },
    source: `${event}:${randomUUID()}`,
  });
};

const requireKind = (kind: CoreKind): NoticeKind => {
  const found = coreKinds.find((each) => each.kind === kind);
  if (!found) throw new Error(`there is no kind of notice ${kind}`);
  return found;
};
