/**
 * Counts, as the leader, how many players of each board won at least so much. Places that are
 * not listed are read from it.
 */
import { boardWindows, listedPlaces } from '@fairground/contract/leaderboard';
import type { Engine } from '../../director/director.ts';
import type { Database } from '../../platform/database/database.ts';
import { spanOf } from './own-place.ts';
import { countHistogram, isHistogramFresh } from './sql/boards.sql.ts';

const freshMs = 300_000;
/** A new window has a histogram by then. */
const checkEveryMs = 10_000;

export const createHistogramEngine = (
  query: Database['query'],
  maxPlaces: number = listedPlaces,
): Engine => ({
  name: 'board-histogram',
  async step() {
    for (const window of boardWindows) {
      const span = spanOf[window];
      const found = await isHistogramFresh.first(query, { span, freshMs });
      if (found?.fresh !== true) await countHistogram.run(query, { span, listedPlaces: maxPlaces });
    }
    return checkEveryMs;
  },
});
