/** Who won most: today, this week, of all time. */
import type { BoardWindow, LeaderboardEntry, Rank } from '@fairground/contract/leaderboard';
import { toWireCoins } from '../../ledger/player-view.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { createFindPlace } from './own-place.ts';
import { readBoard } from './queries.ts';

export interface LeaderboardService {
  readBoard(request: { limit: number; window: BoardWindow }): Promise<LeaderboardEntry[]>;
  findRank(playerId: bigint, window: BoardWindow): Promise<Rank | undefined>;
}

export interface LeaderboardServiceDeps {
  database: Database;
}

export const createLeaderboardService = ({
  database: { query },
}: LeaderboardServiceDeps): LeaderboardService => {
  const findPlace = createFindPlace({ query });
  return {
    async readBoard(request) {
      const rows = await readBoard(query, request);
      return rows.map((row) => ({
        id: String(row.id),
        avatar: row.avatar,
        username: row.username,
        todaysBids: toWireCoins(row.todays_bids),
        totalWon: toWireCoins(row.won),
      }));
    },
    async findRank(playerId, window) {
      const found = await findPlace(playerId, window);
      return (
        found && {
          rank: found.place === null ? null : Number(found.place),
          todaysBids: toWireCoins(found.own.bids),
          totalWon: toWireCoins(found.own.won),
        }
      );
    },
  };
};
