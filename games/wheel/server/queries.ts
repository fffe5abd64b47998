/** The wheel's statements: one spin per player and site day. */
import { advanceNonces } from '@fairground/game-kit/server';
import { creditBonus } from '@fairground/server/ledger/movements';
import {
  playerColumns,
  referralsColumn,
  siteDaySql,
  type PlayerRow,
} from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/database';
import { wheelLedger } from './ledger.ts';

type Query = Database['query'];

/** The site day of the zone now, on the database's clock; `at` stands in for the clock in tests of the calendar. */
export const readSiteDay = async (
  query: Query,
  siteTimeZone: string,
  at: Date | null = null,
): Promise<string> => {
  const [row] = await query<{ day: string }>({
    name: 'wheel-site-day',
    text: `SELECT (coalesce($2::timestamptz, clock_timestamp()) AT TIME ZONE $1::text)::date AS day`,
    values: [siteTimeZone, at],
  });
  if (!row) throw new Error('the database named no day');
  return row.day;
};

export interface SpinRow {
  id: bigint;
  segment: number;
  amount: bigint;
}

export const findSpin = async (
  query: Query,
  playerId: bigint,
  siteDay: string,
): Promise<SpinRow | undefined> => {
  const rows = await query<SpinRow>({
    name: 'wheel-find-spin',
    text: `SELECT id, segment, amount FROM wheel_spin WHERE player_id = $1 AND site_day = $2::date`,
    values: [playerId, siteDay],
  });
  return rows[0];
};

export interface NewSpin {
  playerId: bigint;
  siteDay: string;
  seedId: bigint;
  nonce: number;
  segment: number;
  amount: number;
}

const day = siteDaySql('$7');

const spinText = `
WITH spin AS (
  INSERT INTO wheel_spin (player_id, site_day, seed_id, nonce, segment, amount)
  VALUES ($1::bigint, $2::date, $3::bigint, $4::integer, $5::smallint, $6::bigint)
  ON CONFLICT (player_id, site_day) DO NOTHING
  RETURNING id, player_id, site_day, seed_id, nonce, amount
),
${advanceNonces('spin')},
bonus AS (SELECT id AS source, player_id, amount FROM spin),
${creditBonus(wheelLedger.prefix, wheelLedger.account, 'spun_on = $2::date')}
SELECT s.id AS spin_id, ${playerColumns(day)}, ${referralsColumn(day)}
FROM spin s JOIN rewarded w ON w.player_id = s.player_id JOIN player p ON p.id = s.player_id`;

/** Spin, nonce and coins in one statement. Undefined where the player has spun on that day. */
export const insertSpin = async (
  query: Query,
  spin: NewSpin,
  siteTimeZone: string,
): Promise<({ spin_id: bigint } & PlayerRow) | undefined> => {
  const rows = await query<{ spin_id: bigint } & PlayerRow>({
    name: 'wheel-spin',
    text: spinText,
    values: [spin.playerId, spin.siteDay, spin.seedId, spin.nonce, spin.segment, spin.amount, siteTimeZone],
  });
  return rows[0];
};

export interface ProofRow {
  id: bigint;
  commitment: Buffer;
  /** Null until rotation. */
  seed: Buffer | null;
  client_seed: string;
  client_seed_source: 'server' | 'player';
  nonce: number;
  segment: number;
  amount: bigint;
}

export const findProof = async (query: Query, spinId: bigint): Promise<ProofRow | undefined> => {
  const rows = await query<ProofRow>({
    name: 'wheel-find-proof',
    text: `SELECT s.id, p.commitment, p.seed, p.client_seed, p.client_seed_source, s.nonce, s.segment, s.amount
      FROM wheel_spin s JOIN player_seed p ON p.id = s.seed_id WHERE s.id = $1`,
    values: [spinId],
  });
  return rows[0];
};
