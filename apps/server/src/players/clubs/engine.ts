/** Notifies members of who joined, and records who won most in each week that is over, also where no site ran. */
import type { Engine } from '../../director/director.ts';
import type { Database } from '../../platform/database/database.ts';
import { announceJoins, closeWeeks } from './sql/clubs.sql.ts';

const checkEveryMs = 2_000;

export const createClubsEngine = ({
  query,
  noticesChanged,
}: {
  query: Database['query'];
  /** Called after the commit with players whose lists of notices have a new entry. */
  noticesChanged: (playerIds: readonly bigint[]) => void;
}): Engine => ({
  name: 'clubs',
  async step({ epoch }) {
    const done = [await announceJoins.first(query, { epoch }), await closeWeeks.first(query, { epoch })];
    const notified = done.flatMap((row) => row?.notified ?? []);
    if (notified.length > 0) noticesChanged([...new Set(notified)]);
    // More may be due.
    return done.some((row) => row && row.handled > 0) ? 0 : checkEveryMs;
  },
});
