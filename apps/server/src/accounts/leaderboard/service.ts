/** Who won most: today, this week, of all time. */
import type { BoardWindow, LeaderboardEntry, Rank } from '@fairground/contract/leaderboard';
import { toWireCoins } from '../../ledger/player-view.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { createFindPlace } from './own-place.ts';
import { spanOf } from './place-queries.ts';
import * as sql from './sql/boards.sql.ts';

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
    async readBoard({ limit, window }) {
      const rows =
        window === 'all'
          ? await sql.readBoardOfAllTime.run(query, { maxRows: limit })
          : await sql.readBoardOfSpan.run(query, { maxRows: limit, span: spanOf[window] });
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
