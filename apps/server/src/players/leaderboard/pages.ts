/**
 * Pages of a board. Those among the first places are read from the top, exactly; those far down from the nearest mark
 * ahead of them, so that the last page of a million players costs no more than one near the top.
 */
import type { BoardWindow } from '@fairground/contract/leaderboard';
import type { Database } from '../../platform/database/database.ts';
import type { Marks } from './marks.ts';
import { placeRules, type PlaceRules } from './own-place.ts';
import { beforeAll, findMoment, readAfterMark, type BoardRow } from './place-queries.ts';

export interface PageRequest {
  window: BoardWindow;
  offset: number;
  limit: number;
}

export type ReadPage = (request: PageRequest) => Promise<BoardRow[]>;

export interface ReadPageDeps {
  query: Database['query'];
  marks: Pick<Marks, 'findByPlace'>;
  rules?: Pick<PlaceRules, 'livePlaces'>;
}

/** Marks are closer together on every board; beyond the last one there are no players. The functions of 11-boards.sql read as far. */
const maxSkipped = 10_000;

export const createReadPage =
  ({ query, marks, rules = placeRules }: ReadPageDeps): ReadPage =>
  async ({ window, offset, limit }) => {
    const mark =
      offset > rules.livePlaces
        ? await marks.findByPlace(window, offset, await findMoment(query))
        : undefined;
    const skipped = mark ? offset - Number(mark.place) : offset;
    if (skipped > maxSkipped) return [];
    return readAfterMark(query, { window, mark: mark ?? beforeAll, skipped, maxRows: limit });
  };
