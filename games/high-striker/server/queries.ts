/** High Striker's statements. Locks are taken wallet, then seed, each in the order of player ids. */
import { advanceNonces } from '@fairground/game-kit/server';
import { judgeStakes, settleAtOnce } from '@fairground/server/ledger/movements';
import {
  playerColumns,
  referralsColumn,
  siteDaySql,
  type PlayerRow,
} from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/database';
import { strikerLedger } from './ledger.ts';

type Query = Database['query'];

export interface StrikeRow {
  strike_id: bigint;
  player_id: bigint;
  username: string;
  amount: bigint;
  target_hundredths: number;
  height_hundredths: number;
  amount_won: bigint;
  struck_at: Date;
}

const strikeColumns = `s.id AS strike_id, s.amount, s.target_hundredths, s.height_hundredths, s.amount_won,
  s.created_at AS struck_at`;

export interface StrikeInput {
  playerId: bigint;
  stakeCoins: number;
  targetHundredths: number;
  heightHundredths: number;
  seedId: bigint;
  nonce: number;
}

export type PlacedRow = { input_player: bigint } & (
  | ({ refusal: null } & StrikeRow & PlayerRow)
  | { refusal: 'on_a_break' | 'limit_reached' | 'insufficient_coins' }
);

const day = siteDaySql('$7');

/** Guards, strikes, stakes, payouts and nonces of a batch (one strike per player) in one statement. */
export const insertStrikes = (
  query: Query,
  inputs: readonly StrikeInput[],
  siteTimeZone: string,
): Promise<PlacedRow[]> =>
  query<PlacedRow>({
    name: 'high-striker-create',
    text: `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::integer[], $4::integer[], $5::bigint[], $6::integer[])
    AS t (player_id, stake, target, height, seed_id, nonce)
),
${judgeStakes(day)},
bet AS (
  INSERT INTO high_striker_strike (player_id, seed_id, nonce, amount, from_winnings, target_hundredths,
    height_hundredths, amount_won)
  SELECT player_id, seed_id, nonce, stake, from_winnings, target, height,
    CASE WHEN height >= target THEN stake / 100 * target ELSE 0 END
  FROM judged WHERE refusal IS NULL
  RETURNING *
),
${settleAtOnce({ game: strikerLedger.prefix, account: strikerLedger.account, siteDay: day })},
${advanceNonces('bet')}
SELECT i.player_id AS input_player, j.refusal, ${strikeColumns}, ${playerColumns(day)}, ${referralsColumn(day)}
FROM input i
JOIN judged j ON j.player_id = i.player_id
LEFT JOIN bet s ON s.player_id = i.player_id
LEFT JOIN settled w ON w.player_id = i.player_id
LEFT JOIN player p ON p.id = w.player_id`,
    values: [
      inputs.map((input) => input.playerId),
      inputs.map((input) => input.stakeCoins),
      inputs.map((input) => input.targetHundredths),
      inputs.map((input) => input.heightHundredths),
      inputs.map((input) => input.seedId),
      inputs.map((input) => input.nonce),
      siteTimeZone,
    ],
  });

/** Newest first. */
export const readHistory = (query: Query, playerId: bigint): Promise<StrikeRow[]> =>
  query<StrikeRow>({
    name: 'high-striker-history',
    text: `SELECT ${strikeColumns}, s.player_id, p.username
      FROM high_striker_strike s JOIN player p ON p.id = s.player_id
      WHERE s.player_id = $1 ORDER BY s.id DESC LIMIT 10`,
    values: [playerId],
  });

export interface ProofRow {
  nonce: number;
  target_hundredths: number;
  height_hundredths: number;
  commitment: Buffer;
  /** Null until the player rotated it out. */
  seed: Buffer | null;
  client_seed: string;
  client_seed_source: 'server' | 'player';
}

export const findProof = async (query: Query, strikeId: bigint): Promise<ProofRow | undefined> => {
  const [row] = await query<ProofRow>({
    name: 'high-striker-proof',
    text: `SELECT s.nonce, s.target_hundredths, s.height_hundredths, k.commitment, k.seed, k.client_seed,
        k.client_seed_source
      FROM high_striker_strike s JOIN player_seed k ON k.id = s.seed_id WHERE s.id = $1`,
    values: [strikeId],
  });
  return row;
};
