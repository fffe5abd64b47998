/** Boards of days and weeks that are over: no page shows them, and of each player their sums are stored. */
import type { CleaningRule } from '../../director/cleaning.ts';
import type { Database } from '../../platform/database/database.ts';
import { carryStandings } from './sql/boards.sql.ts';

/** After their month. */
const storedDays = 60;

export const boardCleaning = ({ query }: Pick<Database, 'query'>): CleaningRule => ({
  name: 'standings',
  async deleteBatch(epoch, maxRows) {
    const row = await carryStandings.first(query, { epoch, storedDays, maxRows });
    return row?.carried ?? 0;
  },
});
