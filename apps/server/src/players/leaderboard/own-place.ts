/** A player's own place on a board: exact among the places that are listed, below from the board's histogram. */
import { listedPlaces, type BoardWindow, type Rank } from '@fairground/contract/leaderboard';
import type { RowOf } from '@fairground/sql';
import { toWireCoins } from '../../ledger/player-view.ts';
import type { Database } from '../../platform/database/database.ts';
import * as sql from './sql/boards.sql.ts';

export const spanOf = { today: 'd', week: 'w', month: 'm', all: 'a' } as const satisfies Record<
  BoardWindow,
  string
>;

/** Resolves to undefined if there is no such player. */
export type FindPlace = (playerId: bigint, window: BoardWindow) => Promise<Rank | undefined>;

export interface FindPlaceDeps {
  query: Database['query'];
  maxPlaces?: number;
}

export const createFindPlace = ({ query, maxPlaces = listedPlaces }: FindPlaceDeps): FindPlace => {
  const rankOf = async (
    own: RowOf<typeof sql.findOwn>,
    span: string,
  ): Promise<Pick<Rank, 'rank' | 'exact' | 'of'>> => {
    if (own.guest) return { rank: null, exact: true };
    if (own.bot) {
      const { id: ownId, won: ownWon, bids: ownBids } = own;
      const row = await sql.countBotsBefore.first(query, { span, ownWon, ownBids, ownId });
      return { rank: Number(row?.ahead ?? 0n) + 1, exact: true };
    }
    if (!own.is_beyond) {
      const found = await sql.findListedPlace.first(query, { span, maxPlaces, playerId: own.id });
      if (found) return { rank: Number(found.place), exact: true };
    }
    // The histogram is some minutes old, and missing in the first seconds of a window.
    const rank = Math.max(Number(own.at_least), maxPlaces + 1);
    return { rank, exact: false, of: Math.max(Number(own.players), rank) };
  };

  return async (playerId, window) => {
    const span = spanOf[window];
    const own = await sql.findOwn.first(query, { playerId, span });
    if (!own) return undefined;
    const rank = await rankOf(own, span);
    return {
      ...rank,
      todaysBids: toWireCoins(own.bids),
      totalWon: toWireCoins(own.won),
      ...(own.bot ? { bot: true } : {}),
    };
  };
};
