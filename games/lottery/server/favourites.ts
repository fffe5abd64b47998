/** A player's favourite numbers: a few sets, named by nothing but their numbers. */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { Database } from '@fairground/server/platform/database/database';
import { lotteryRules } from '../rules.ts';
import { decodePick, encodePick } from './pick.ts';
import * as sql from './sql/favourites.sql.ts';

type Query = Database['query'];

export interface FavouritesService {
  /** In the order in which they were stored. */
  list(playerId: bigint): Promise<number[][]>;
  /** Refused where there is no more room. Numbers that are stored already stay where they are. */
  add(playerId: bigint, numbers: readonly number[]): Promise<Result<number[][]>>;
  remove(playerId: bigint, numbers: readonly number[]): Promise<number[][]>;
}

const fullText = `You can store ${lotteryRules.maxFavourites} sets of numbers.`;

export const createFavouritesService = ({ database }: { database: Database }): FavouritesService => {
  const { query } = database;
  return {
    async list(playerId) {
      return toNumbers(await sql.readFavourites.first(query, { playerId }));
    },
    async add(playerId, numbers) {
      const row = await sql.addFavourite.first(query, {
        playerId,
        pick: encodePick(numbers),
        maxPicks: lotteryRules.maxFavourites,
      });
      return row ? accept(toNumbers(row)) : refuse('limit_reached', fullText);
    },
    async remove(playerId, numbers) {
      return toNumbers(await sql.removeFavourite.first(query, { playerId, pick: encodePick(numbers) }));
    },
  };
};

/** For an account that is being closed, in its transaction. */
export const eraseFavourites = async (query: Query, playerId: bigint): Promise<void> => {
  await sql.eraseFavourites.run(query, { playerId });
};

const toNumbers = (row: { picks: readonly bigint[] } | undefined): number[][] =>
  (row?.picks ?? []).map((pick) => decodePick(pick));
