/**
 * A player's own place on the board. It is counted live where few players are ahead; far down, it is counted
 * from the nearest mark ahead of them, so that the last of a million costs no more than the first.
 */
import { livePlaces, type BoardWindow } from '@fairground/contract/leaderboard';
import type { Database } from '../../platform/database/database.ts';
import type { Marks, MarksRules } from './marks.ts';
import { beforeAll, countBetween, countBotsBefore, findOwn, type Own } from './place-queries.ts';

export interface PlaceRules extends MarksRules {
  /** Places up to this one are always counted as they are now. */
  livePlaces: number;
  /** Rows that each part of a count may read: from the top, and from a mark. */
  maxRowsFromTop: number;
  maxRowsFromMark: number;
}

/** The part of a far place before its mark is up to five and a half minutes old. */
export const placeRules: PlaceRules = {
  livePlaces,
  maxRowsFromTop: livePlaces,
  maxRowsFromMark: livePlaces,
  freshMs: 300_000,
  maxMarks: 16_384,
};

/** Beyond this multiple of `livePlaces`, a mark by itself shows that a place is not among them. */
const farPlaces = 2;

export interface OwnPlace {
  /** Null for a guest, who is on no board. */
  place: bigint | null;
  own: Own;
}

export type FindPlace = (playerId: bigint, window: BoardWindow) => Promise<OwnPlace | undefined>;

export interface FindPlaceDeps {
  query: Database['query'];
  marks: Pick<Marks, 'findBefore' | 'findCachedBefore'>;
  rules?: PlaceRules;
}

export const createFindPlace = ({ query, marks, rules = placeRules }: FindPlaceDeps): FindPlace => {
  const placeOf = async (window: BoardWindow, own: Own): Promise<bigint> => {
    const fromTop = (maxRows: number | null) =>
      countBetween(query, { window, own, mark: beforeAll, maxRows });
    const known = marks.findCachedBefore(window, own);
    // Nobody gets so far ahead of a mark within the minutes that it is used: the count from the top would be abandoned.
    const isFarDown = known !== undefined && known.place > farPlaces * rules.livePlaces;
    if (!isFarDown) {
      const near = await fromTop(rules.maxRowsFromTop);
      if (near !== undefined) return near + 1n;
    }
    const mark = known ?? (await marks.findBefore(window, own));
    if (mark !== undefined && mark.place > rules.livePlaces) {
      if (mark.id === own.id) return mark.place;
      // Among very many players with equal wins who staked today, the mark's own place is used.
      const between = await countBetween(query, { window, own, mark, maxRows: rules.maxRowsFromMark });
      return mark.place + (between ?? 0n) + 1n;
    }
    // Near the top, all such players are read.
    return ((await fromTop(null)) ?? 0n) + 1n;
  };

  return async (playerId, window) => {
    const own = await findOwn(query, { playerId, window });
    if (!own) return undefined;
    if (own.guest) return { own, place: null };
    if (own.bot) return { own, place: (await countBotsBefore(query, { window, own })) + 1n };
    return { own, place: await placeOf(window, own) };
  };
};
