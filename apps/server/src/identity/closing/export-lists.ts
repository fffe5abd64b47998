/** Everything that is stored about a player, as lists that are read in pages. */
import { listCauses, type CausingGame } from '../../ledger/causes.ts';
import type { Database } from '../../platform/database/database.ts';
import * as sql from './sql/lists.sql.ts';

type Query = Database['query'];

interface Page {
  playerId: bigint;
  /** The place of the last row of the page before it. */
  after: string;
  maxRows: number;
}

/** Rows of the player behind a place, each with its place and itself as JSON. */
export interface PagedList {
  name: string;
  /** The place before the first row. */
  start: string;
  pageSize: number;
  page(query: Query, page: Page): Promise<{ place: string; row: string | null }[]>;
}

const paged = (name: string, { run }: { run: PagedList['page'] }): PagedList => ({
  name,
  start: '0',
  pageSize: 500,
  page: run,
});

interface ShortStatement {
  run(query: Query, of: Pick<Page, 'playerId' | 'maxRows'>): Promise<{ row: string }[]>;
}

/** A list that is always short: it is one page. */
const short = (name: string, { run }: ShortStatement): PagedList => ({
  name,
  start: '',
  pageSize: 10_000,
  page: async (query, { playerId, after, maxRows }) =>
    after === '' ? (await run(query, { playerId, maxRows })).map(({ row }) => ({ place: 'end', row })) : [],
});

/** The core's data about the player. */
const coreLists: readonly PagedList[] = [
  paged('sessions', sql.sessions),
  short('knownAddresses', sql.knownAddresses),
  short('knownBrowsers', sql.knownBrowsers),
  short('authenticator', sql.authenticator),
  short('recoveryCodes', sql.recoveryCodes),
  paged('accessTokens', sql.accessTokens),
  short('emailChange', sql.emailChange),
  short('invitation', sql.invitation),
  paged('notices', sql.notices),
  short('noticeDeliveries', sql.noticeDeliveries),
  short('queuedMails', sql.queuedMails),
  short('noticeSettings', sql.noticeSettings),
  paged('pushSubscriptions', sql.pushSubscriptions),
  paged('passkeys', sql.passkeys),
  paged('adViews', sql.adViews),
  paged('seeds', sql.seeds),
  paged('invited', sql.invited),
  short('invitedBy', sql.invitedBy),
  paged('breaks', sql.breaks),
  short('limitChange', sql.limitChange),
  paged('corrections', sql.corrections),
  paged('correctionRequests', sql.correctionRequests),
  short('suspension', sql.suspension),
  short('standings', sql.standings),
  short('deletedStandings', sql.deletedStandings),
  short('gameStandings', sql.gameStandings),
  short('seasonPlaces', sql.seasonPlaces),
  short('achievements', sql.achievements),
  short('stamps', sql.stamps),
  paged('cardClaims', sql.cardClaims),
  short('clubs', sql.clubs),
  short('likes', sql.likes),
  paged('contactMessages', sql.contactMessages),
  short('newsletter', sql.newsletter),
];

/** The lists of an export, in its order; those that share a name are one list to its reader. */
export const exportLists = (games: readonly CausingGame[]): readonly PagedList[] => [
  ...games
    .flatMap(({ lists }) => lists)
    .map((list) => paged(list, { run: (query, page) => sql.gameRows.run(query, { ...page, list }) })),
  ...coreLists,
  ...listCauses(games).map(({ list, kind }) =>
    paged('transfers', { run: (query, page) => sql.transfers.run(query, { ...page, list, kind }) }),
  ),
];
