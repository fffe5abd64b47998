/** The ads' SQL. Seconds and days are judged by the database's clock. */
import { systemAccounts } from '../../ledger/accounts.ts';
import { creditBonus } from '../../ledger/movements.ts';
import { playerColumns, referralsColumn, siteDaySql, type PlayerRow } from '../../ledger/player-view.ts';
import type { Database } from '../../platform/database.ts';

type Query = Database['query'];

/**
 * The first statement of each transaction here: whatever follows sees what the player's other calls, on any
 * process, have committed. In id order, so that batches never wait for each other in a circle.
 */
export const lockWallets = async (query: Query, playerIds: readonly bigint[]): Promise<void> => {
  await query({
    name: 'ads-lock-wallets',
    text: `SELECT player_id FROM wallet WHERE player_id = ANY($1::bigint[])
      ORDER BY player_id FOR NO KEY UPDATE`,
    values: [playerIds],
  });
};

export const countPaidToday = async (
  query: Query,
  playerId: bigint,
  siteTimeZone: string,
): Promise<number> => {
  const rows = await query<{ paid: number }>({
    name: 'ads-count-paid',
    text: `SELECT count(*)::integer AS paid FROM ad_view
      WHERE player_id = $1 AND paid_at IS NOT NULL AND paid_on = ${siteDaySql('$2')}`,
    values: [playerId, siteTimeZone],
  });
  return rows[0]?.paid ?? 0;
};

export interface NewView {
  playerId: bigint;
  provider: string;
  creative: string;
  seconds: number;
  coins: number;
}

/** Ends the player's open view unpaid and begins another. The wallet must be locked. */
export const replaceView = async (query: Query, view: NewView): Promise<bigint> => {
  await query({
    name: 'ads-end-open',
    text: `DELETE FROM ad_view WHERE player_id = $1 AND paid_at IS NULL`,
    values: [view.playerId],
  });
  const [row] = await query<{ id: bigint }>({
    name: 'ads-begin',
    text: `INSERT INTO ad_view (player_id, provider, creative, seconds, coins)
      VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    values: [view.playerId, view.provider, view.creative, view.seconds, view.coins],
  });
  if (!row) throw new Error('an insert returned no row');
  return row.id;
};

export type PayRow = { input_player: bigint; paid_today: number } & (
  | ({ refusal: null; amount: bigint } & PlayerRow)
  | { refusal: 'not_found' | 'limit_reached' | 'ad_not_finished' }
);

const day = siteDaySql('$3');

const payText = `
WITH input AS MATERIALIZED (
  SELECT i.player_id, i.view_id,
    (SELECT count(*)::integer FROM ad_view c
      WHERE c.player_id = i.player_id AND c.paid_at IS NOT NULL AND c.paid_on = ${day}) AS paid_today
  FROM unnest($1::bigint[], $2::bigint[]) AS i (player_id, view_id)
),
bonus AS (
  UPDATE ad_view v SET paid_at = clock_timestamp(), paid_on = ${day}
  FROM input i
  WHERE v.id = i.view_id AND v.player_id = i.player_id AND v.paid_at IS NULL
    AND clock_timestamp() >= v.started_at + make_interval(secs => v.seconds)
    AND (v.provider = 'house' OR v.confirmed_at IS NOT NULL)
    AND i.paid_today < $4::integer
  RETURNING v.id AS source, v.player_id, v.coins AS amount
),
${creditBonus('ad', systemAccounts.ads, 'ad_earnings = w.ad_earnings + b.amount')}
SELECT i.player_id AS input_player, i.paid_today,
  CASE
    WHEN b.source IS NOT NULL THEN NULL
    WHEN v.id IS NULL THEN 'not_found'
    WHEN i.paid_today >= $4::integer THEN 'limit_reached'
    ELSE 'ad_not_finished'
  END AS refusal,
  b.amount, ${playerColumns(day)}, ${referralsColumn(day)}
FROM input i
LEFT JOIN ad_view v ON v.id = i.view_id AND v.player_id = i.player_id AND v.paid_at IS NULL
LEFT JOIN bonus b ON b.player_id = i.player_id
LEFT JOIN rewarded w ON w.player_id = i.player_id
LEFT JOIN player p ON p.id = w.player_id`;

/** Pays what was watched to its end, one view a player. The wallets must be locked. */
export const payViews = (
  query: Query,
  views: readonly { playerId: bigint; viewId: bigint }[],
  rules: { siteTimeZone: string; dailyLimit: number },
): Promise<PayRow[]> =>
  query<PayRow>({
    name: 'ads-pay',
    text: payText,
    values: [
      views.map((view) => view.playerId),
      views.map((view) => view.viewId),
      rules.siteTimeZone,
      rules.dailyLimit,
    ],
  });

export interface Confirmation {
  viewId: bigint;
  transactionId: string;
  sentAt: string;
  /** How far the sender's clock may be off. */
  withinSeconds: number;
}

export type Confirmed = 'confirmed' | 'stale' | 'used_before' | 'unknown';

/** Notes the provider's word once; the same word again changes nothing. */
export const confirmView = async (query: Query, word: Confirmation): Promise<Confirmed> => {
  const [row] = await query<{ result: Confirmed }>({
    name: 'ads-confirm',
    text: `WITH word AS (
        SELECT abs(extract(epoch FROM clock_timestamp() - $3::timestamptz)) > $4 AS stale,
          EXISTS (SELECT FROM ad_view WHERE confirmed_by = $2 AND id <> $1) AS used_before
      ), noted AS (
        UPDATE ad_view v SET confirmed_by = $2, confirmed_at = clock_timestamp() FROM word
        WHERE v.id = $1 AND v.confirmed_at IS NULL AND v.provider <> 'house'
          AND NOT word.stale AND NOT word.used_before
      )
      SELECT CASE
          WHEN word.stale THEN 'stale'
          WHEN word.used_before THEN 'used_before'
          WHEN v.id IS NULL THEN 'unknown'
          ELSE 'confirmed'
        END AS result
      FROM word LEFT JOIN ad_view v ON v.id = $1 AND v.provider <> 'house'`,
    values: [word.viewId, word.transactionId, word.sentAt, word.withinSeconds],
  });
  return row?.result ?? 'unknown';
};

/** Views that were left alone; nothing was promised for them any more. */
export const deleteAbandoned = async (query: Query): Promise<void> => {
  await query({
    text: `DELETE FROM ad_view WHERE paid_at IS NULL AND started_at < clock_timestamp() - interval '1 day'`,
    values: [],
  });
};
