/** The director's engine that makes notices of what games have settled, a chunk of rows in each statement. */
import type { Engine } from '../../director/director.ts';
import type { Database } from '../../platform/database/database.ts';
import { composeNotices, type NotifyingGame } from './composed-rows.ts';

const checkEveryMs = 1_000;
const defaultChunk = 2_000;

export const createNoticeProducer = ({
  database: { query },
  games,
  noticesChanged,
  chunk = defaultChunk,
}: {
  database: Pick<Database, 'query'>;
  games: readonly NotifyingGame[];
  /** Called after the commit with players whose lists have a new entry. */
  noticesChanged: (playerIds: readonly bigint[]) => void;
  /** Rows of one statement. */
  chunk?: number;
}): Engine => {
  const waiting = games.map((game) => ({ ...composeNotices(game), isBegun: false }));
  return {
    name: 'notices',
    async step({ epoch }) {
      let isMore = false;
      for (const game of waiting) {
        if (!game.isBegun) await game.begin.run(query, { epoch });
        game.isBegun = true;
        const made = await game.next.first(query, { epoch, maxRows: chunk });
        if (!made) continue;
        isMore = true;
        if (made.players.length > 0) noticesChanged(made.players);
      }
      return isMore ? 0 : checkEveryMs;
    },
  };
};
