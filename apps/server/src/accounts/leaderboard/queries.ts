/** The boards in SQL. */
import type { BoardWindow } from '@fairground/contract/leaderboard';
import type { Database } from '../../platform/postgres/database.ts';
import * as sql from './sql/boards.sql.ts';

export type BoardRow = sql.ReadBoardOfAllTimeRow;

export const spanOf = { today: 'd', week: 'w' } as const;

export const readBoard = (
  query: Database['query'],
  { limit, window }: { limit: number; window: BoardWindow },
): Promise<BoardRow[]> =>
  window === 'all'
    ? sql.readBoardOfAllTime.run(query, { maxRows: limit })
    : sql.readBoardOfSpan.run(query, { maxRows: limit, span: spanOf[window] });
