/** Who won most: today, this week, this month, of all time, and of all time in one game. */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import {
  livePlaces,
  type BoardWindow,
  type LeaderboardEntry,
  type LeaderboardQuery,
  type Rank,
} from '@fairground/contract/leaderboard';
import { toWireCoins } from '../../ledger/player-view.ts';
import type { Database } from '../../platform/database/database.ts';
import { createMarks } from './marks.ts';
import { createFindPlace, placeRules } from './own-place.ts';
import { createReadPage } from './pages.ts';
import { spanOf, type BoardRow } from './place-queries.ts';
import * as sql from './sql/boards.sql.ts';

export interface RankRequest {
  window: BoardWindow;
  game?: string | undefined;
}

export interface LeaderboardService {
  readBoard(request: LeaderboardQuery): Promise<Result<LeaderboardEntry[]>>;
  findRank(playerId: bigint, request: RankRequest): Promise<Result<Rank>>;
  /** Caches what places far down are counted from. */
  refreshMarks(): Promise<void>;
}

/** A game that players can win coins in. */
export interface RankedGame {
  /** The wire id. */
  id: string;
  ledger: { prefix: string };
  stakes?: object | undefined;
}

export interface LeaderboardServiceDeps {
  database: Database;
  games: readonly RankedGame[];
}

export const createLeaderboardService = ({
  database: { query },
  games,
}: LeaderboardServiceDeps): LeaderboardService => {
  const marks = createMarks({ query, rules: placeRules });
  const findPlace = createFindPlace({ query, marks });
  const readPage = createReadPage({ query, marks });
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

  const readRows = (request: LeaderboardQuery, account: string | null): Promise<BoardRow[]> => {
    const { limit, window, offset, players } = request;
    const page = { skipped: offset, maxRows: limit };
    const isOfBots = players === 'bots';
    if (account !== null) {
      if (offset > livePlaces) return Promise.resolve([]);
      const board = isOfBots ? sql.readBoardOfGameOfBots : sql.readBoardOfGame;
      return board.run(query, { ...page, account });
    }
    if (isOfBots) {
      return sql.readBoardOfBots.run(query, { ...page, span: window === 'all' ? null : spanOf[window] });
    }
    return readPage({ window, offset, limit });
  };

  return {
    refreshMarks: marks.refresh,
    async readBoard(request) {
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
    async findRank(playerId, request) {
      const account = accountOf(request);
      if (!account.ok) return account;
      if (account.value !== null) {
        const maxPlaces = livePlaces;
        const own = await sql.findOwnOfGame.first(query, { playerId, account: account.value, maxPlaces });
        if (!own) return refuse('not_signed_in');
        const isBeyond = own.ahead !== null && own.ahead >= BigInt(maxPlaces);
        return accept({
          rank: own.ahead === null || isBeyond ? null : Number(own.ahead) + 1,
          todaysBids: toWireCoins(own.bids),
          totalWon: toWireCoins(own.won),
          ...(isBeyond ? { beyond: maxPlaces } : {}),
          ...(own.bot ? { bot: true } : {}),
        });
      }
      const found = await findPlace(playerId, request.window);
      if (!found) return refuse('not_signed_in');
      return accept({
        rank: found.place === null ? null : Number(found.place),
        todaysBids: toWireCoins(found.own.bids),
        totalWon: toWireCoins(found.own.won),
        ...(found.own.bot ? { bot: true } : {}),
      });
    },
  };
};
