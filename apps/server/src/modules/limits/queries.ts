/** Limits and breaks in SQL. The wallet's row is locked first, so that a stake is judged before or after, not meanwhile. */
import type { Database } from '../../platform/database.ts';

type Query = Database['query'];

export interface LimitsRow {
  daily_stake_limit: bigint | null;
  break_until: Date | null;
  is_on_break: boolean;
  pending_stake: bigint | null;
  effective_at: Date | null;
  now: Date;
}

const columns = `w.daily_stake_limit, w.break_until, coalesce(w.break_until > clock_timestamp(), false) AS is_on_break,
  c.daily_stake AS pending_stake, c.effective_at, clock_timestamp() AS now`;

export const findLimits = async (
  query: Query,
  playerId: bigint,
  lock: 'lock' | 'read',
): Promise<LimitsRow | undefined> => {
  const rows = await query<LimitsRow>({
    name: `limits-${lock}`,
    text: `SELECT ${columns} FROM wallet w LEFT JOIN limit_change c ON c.player_id = w.player_id
      WHERE w.player_id = $1 ${lock === 'lock' ? 'FOR NO KEY UPDATE OF w' : ''}`,
    values: [playerId],
  });
  return rows[0];
};

/** At once; a looser one that waited is dropped. */
export const setLimit = async (query: Query, playerId: bigint, dailyStake: bigint | null): Promise<void> => {
  await query({
    name: 'limit-set',
    text: `WITH dropped AS (DELETE FROM limit_change WHERE player_id = $1)
      UPDATE wallet SET daily_stake_limit = $2 WHERE player_id = $1`,
    values: [playerId, dailyStake],
  });
};

/** After 24 hours. */
export const planLimit = async (query: Query, playerId: bigint, dailyStake: bigint | null): Promise<void> => {
  await query({
    name: 'limit-plan',
    text: `INSERT INTO limit_change (player_id, daily_stake, effective_at)
      VALUES ($1, $2, clock_timestamp() + interval '24 hours')
      ON CONFLICT (player_id) DO UPDATE SET daily_stake = excluded.daily_stake, effective_at = excluded.effective_at`,
    values: [playerId, dailyStake],
  });
};

export const startBreak = async (query: Query, playerId: bigint, until: Date): Promise<void> => {
  await query({
    name: 'break-start',
    text: `WITH noted AS (
        INSERT INTO play_break (player_id, starts_at, ends_at) VALUES ($1, clock_timestamp(), $2))
      UPDATE wallet SET break_until = $2 WHERE player_id = $1`,
    values: [playerId, until],
  });
};

/** Lets looser limits count whose day of waiting is over. Returns how many. */
export const applyDueLimits = async (query: Query): Promise<number> =>
  (
    await query({
      name: 'limits-apply',
      text: `WITH due AS (
          DELETE FROM limit_change WHERE effective_at <= clock_timestamp() RETURNING player_id, daily_stake)
        UPDATE wallet w SET daily_stake_limit = due.daily_stake FROM due WHERE w.player_id = due.player_id
        RETURNING w.player_id`,
      values: [],
    })
  ).length;
