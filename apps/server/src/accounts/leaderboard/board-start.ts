/**
 * Counts what was won before a site had boards of months and games into them: the month of the upgrade immediately, the
 * games in small steps, the newest wins first.
 */
import type { Engine } from '../../director/director.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { countOldGains, startBoards } from './sql/boards.sql.ts';

export interface BoardStartDeps {
  query: Database['query'];
  /** Transfers that one step reads. */
  maxTransfers?: number;
}

const pauseMs = 50;
/** Nothing remains to be done; another leader may still be an old process. */
const restMs = 10 * 60_000;

export const createBoardStart = ({ query, maxTransfers = 2_000 }: BoardStartDeps): Engine => ({
  name: 'board-start',
  async step({ epoch }) {
    await startBoards.run(query, { epoch });
    const remaining = (await countOldGains.first(query, { epoch, maxTransfers }))?.remaining ?? 0n;
    return remaining > 0n ? pauseMs : restMs;
  },
});
