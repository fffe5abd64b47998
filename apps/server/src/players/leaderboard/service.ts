/** Who won most: today, this week, this month, of all time, and of all time in one game. */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import {
  listedPlaces,
  type BoardWindow,
  type LeaderboardEntry,
  type LeaderboardQuery,
  type Rank,
} from '@fairground/contract/leaderboard';
import type { RowOf } from '@fairground/sql';
import { toWireCoins } from '../../ledger/player-view.ts';
import type { Database } from '../../platform/database/database.ts';
import { createFindPlace, spanOf } from './own-place.ts';
import * as sql from './sql/boards.sql.ts';

export interface RankRequest {
  window: BoardWindow;
  game?: string | undefined;
}

/** A game that players can win coins in. */
export interface RankedGame {
  /** The wire id. */
  id: string;
  ledger: { prefix: string };
  stakes?: object | undefined;
}

export const createLeaderboardService = ({
  database: { query },
  games,
}: {
  database: Database;
  games: readonly RankedGame[];
}) => {
  const findPlace = createFindPlace({ query });
  const accounts = new Map(
    games.flatMap(({ id, ledger, stakes }) => (stakes ? [[id, ledger.prefix.replaceAll('_', '-')]] : [])),
  );

  /** The name of the game's account, or null for the board of all games. */
  const accountOf = ({ window, game }: RankRequest): Result<string | null> => {
    if (game === undefined) return accept(null);
    const account = accounts.get(game);
    if (account === undefined) {
      return refuse('invalid_request', { detail: 'There is no board of this game.', path: 'game' });
    }
    if (window !== 'all') {
      return refuse('invalid_request', { detail: 'The boards of games are of all time.', path: 'window' });
    }
    return accept(account);
  };

  const readRows = async (
    request: LeaderboardQuery,
    account: string | null,
  ): Promise<RowOf<typeof sql.readBoard>[]> => {
    const { limit, window, offset, players } = request;
    const page = { skipped: offset, maxRows: Math.min(limit, listedPlaces - offset) };
    if (page.maxRows <= 0) return [];
    const isOfBots = players === 'bots';
    if (account !== null) {
      const board = isOfBots ? sql.readBoardOfGameOfBots : sql.readBoardOfGame;
      return board.run(query, { ...page, account });
    }
    return (isOfBots ? sql.readBoardOfBots : sql.readBoard).run(query, { ...page, span: spanOf[window] });
  };

  return {
    async readBoard(request: LeaderboardQuery): Promise<Result<LeaderboardEntry[]>> {
      const account = accountOf(request);
      if (!account.ok) return account;
      const rows = await readRows(request, account.value);
      return accept(
        rows.map((row) => ({
          id: String(row.id),
          avatar: row.avatar,
          username: row.username,
          todaysBids: toWireCoins(row.todays_bids),
          totalWon: toWireCoins(row.won),
          ...(request.players === 'bots' ? { bot: true } : {}),
        })),
      );
    },
    async findRank(playerId: bigint, request: RankRequest): Promise<Result<Rank>> {
      const account = accountOf(request);
      if (!account.ok) return account;
      if (account.value !== null) {
        const maxPlaces = listedPlaces;
        const own = await sql.findOwnOfGame.first(query, { playerId, account: account.value, maxPlaces });
        if (!own) return refuse('not_signed_in');
        const isBeyond = own.ahead !== null && own.ahead >= BigInt(maxPlaces);
        return accept({
          rank: own.ahead === null || isBeyond ? null : Number(own.ahead) + 1,
          exact: !isBeyond,
          todaysBids: toWireCoins(own.bids),
          totalWon: toWireCoins(own.won),
          ...(isBeyond ? { beyond: maxPlaces } : {}),
          ...(own.bot ? { bot: true } : {}),
        });
      }
      const rank = await findPlace(playerId, request.window);
      return rank ? accept(rank) : refuse('not_signed_in');
    },
  };
};

export type LeaderboardService = ReturnType<typeof createLeaderboardService>;
