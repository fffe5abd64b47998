/** A player's favourite numbers: a few sets, named by nothing but their numbers. */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { Database } from '@fairground/server/platform/database/database';
import { lotteryRules } from '../rules.ts';
import { decodePick, encodePick } from './pick.ts';
import * as sql from './sql/favourites.sql.ts';

type Query = Database['query'];

const fullText = `You can store ${lotteryRules.maxFavourites} sets of numbers.`;

export const createFavouritesService = ({ database }: { database: Database }) => {
  const { query } = database;
  return {
    /** In the order in which they were stored. */
    async list(playerId: bigint): Promise<number[][]> {
      return toNumbers(await sql.readFavourites.first(query, { playerId }));
    },
    /** Refused where there is no more room. Numbers that are stored already stay where they are. */
    async add(playerId: bigint, numbers: readonly number[]): Promise<Result<number[][]>> {
      const row = await sql.addFavourite.first(query, {
        playerId,
        pick: encodePick(numbers),
        maxPicks: lotteryRules.maxFavourites,
      });
      return row ? accept(toNumbers(row)) : refuse('limit_reached', fullText);
    },
    async remove(playerId: bigint, numbers: readonly number[]): Promise<number[][]> {
      return toNumbers(await sql.removeFavourite.first(query, { playerId, pick: encodePick(numbers) }));
    },
  };
};

export type FavouritesService = ReturnType<typeof createFavouritesService>;

/** For an account that is being closed, in its transaction. */
export const eraseFavourites = async (query: Query, playerId: bigint): Promise<void> => {
  await sql.eraseFavourites.run(query, { playerId });
};

const toNumbers = (row: { picks: readonly bigint[] } | undefined): number[][] =>
  (row?.picks ?? []).map((pick) => decodePick(pick));
