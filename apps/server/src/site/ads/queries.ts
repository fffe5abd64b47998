/** The ads' SQL. Seconds and days are judged by the database's clock. */
import type { Database } from '../../platform/postgres/database.ts';
import * as sql from './sql/views.sql.ts';

type Query = Database['query'];

export const countPaidToday = async (query: Query, playerId: bigint): Promise<number> =>
  (await sql.countPaidToday.first(query, { playerId }))?.paid ?? 0;

/** Ends the player's open view unpaid and begins another. The wallet must be locked. */
export const replaceView = async (query: Query, view: sql.InsertViewParams): Promise<bigint> => {
  await sql.deleteOpenView.run(query, { playerId: view.playerId });
  const row = await sql.insertView.first(query, view);
  if (!row) throw new Error('an insert returned no row');
  return row.id;
};

export type PayRow = sql.PayViewsRow;

/** Pays what was watched to its end, one view a player. The wallets must be locked. */
export const payViews = (
  query: Query,
  views: readonly { playerId: bigint; viewId: bigint }[],
  dailyLimit: number,
): Promise<PayRow[]> =>
  sql.payViews.run(query, {
    playerIds: views.map((view) => view.playerId),
    viewIds: views.map((view) => view.viewId),
    dailyLimit,
  });

export type Confirmed = sql.ConfirmViewRow['result'];

/** `withinSeconds` is how far the sender's clock may be off. */
export const confirmView = async (query: Query, message: sql.ConfirmViewParams): Promise<Confirmed> =>
  (await sql.confirmView.first(query, message))?.result ?? 'unknown';

export const deleteAbandoned = async (query: Query): Promise<void> => {
  await sql.deleteAbandonedViews.run(query);
};
