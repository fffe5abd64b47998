/** The wheel's SQL: one spin a player and site day. */
import type { Database } from '@fairground/server/platform/database/database';
import * as sql from './sql/spins.sql.ts';

type Query = Database['query'];

/** The site day now, on the database's clock. */
export const readSiteDay = async (query: Query): Promise<string> => {
  const row = await sql.readSiteDay.first(query);
  if (!row) throw new Error('the database named no day');
  return row.day;
};

export const findSpin = (
  query: Query,
  playerId: bigint,
  siteDay: string,
): Promise<sql.FindSpinRow | undefined> => sql.findSpin.first(query, { playerId, siteDay });

/** Undefined where the player has spun on that day. */
export const insertSpin = (
  query: Query,
  spin: sql.InsertSpinParams,
): Promise<sql.InsertSpinRow | undefined> => sql.insertSpin.first(query, spin);

export const findProof = (query: Query, spinId: bigint): Promise<sql.FindProofRow | undefined> =>
  sql.findProof.first(query, { spinId });
