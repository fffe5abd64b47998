/** The boards of months: the running one, and those that are over as they were stored. */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import { maxSeasonPlaces, type Season, type SeasonPlace, type Seasons } from '@fairground/contract/seasons';
import type { RowOf } from '@fairground/sql';
import { toWireCoins } from '../../ledger/player-view.ts';
import type { Database } from '../../platform/database/database.ts';
import type { LeaderboardService } from '../leaderboard/service.ts';
import * as sql from './sql/seasons.sql.ts';

export interface SeasonsDeps {
  database: Database;
  leaderboard: Pick<LeaderboardService, 'readBoard'>;
}

/** Ten years. */
const maxSeasons = 120;

export const createSeasonsService = ({ database: { query }, leaderboard }: SeasonsDeps) => {
  const findCurrent = async (): Promise<RowOf<typeof sql.findCurrentSeason>> => {
    const row = await sql.findCurrentSeason.first(query);
    if (!row) throw new Error('the site has no time zone');
    return row;
  };

  const readRunning = async (month: string): Promise<Result<Season>> => {
    const board = await leaderboard.readBoard({
      window: 'month',
      limit: maxSeasonPlaces,
      offset: 0,
      players: 'people',
    });
    if (!board.ok) return board;
    const places = board.value
      .filter(({ totalWon }) => totalWon > 0)
      .map(({ id, username, avatar, totalWon }, index) => ({
        place: index + 1,
        id,
        username,
        avatar,
        totalWon,
      }));
    return accept({ month, isOver: false, places });
  };

  return {
    async list(): Promise<Seasons> {
      const [current, ended] = await Promise.all([
        findCurrent(),
        sql.listSeasons.run(query, { maxRows: maxSeasons }),
      ]);
      return {
        current: { month: current.month, endsAt: current.ends_at.toISOString() },
        ended: ended.map(({ month, winners, ...first }) => ({
          month,
          winners: Number(winners),
          first: toPlace({ ...first, place: 1 }),
        })),
      };
    },
    /** `month` is YYYY-MM. */
    async find(month: string): Promise<Result<Season>> {
      const current = await findCurrent();
      if (month === current.month) return readRunning(month);
      if (!(await sql.findSeason.first(query, { month }))) return refuse('not_found');
      const rows = await sql.readPlaces.run(query, { month });
      return accept({ month, isOver: true, places: rows.flatMap((row) => toPlace(row) ?? []) });
    },
  };
};

export type SeasonsService = ReturnType<typeof createSeasonsService>;

interface PlaceRow {
  place: number;
  player_id: bigint | null;
  username: string | null;
  avatar: string | null;
  won: bigint | null;
}

/** Null where there was no winner. */
const toPlace = ({ place, player_id: playerId, username, avatar, won }: PlaceRow): SeasonPlace | null =>
  won === null
    ? null
    : {
        place,
        id: username === null ? null : String(playerId),
        username,
        avatar,
        totalWon: toWireCoins(won),
      };
