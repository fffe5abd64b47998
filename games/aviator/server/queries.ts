/** Aviator's statements: bets, cash-outs and histories. Rounds are in round-queries.ts. */
import { creditWins, debitStakes, judgeStakes } from '@fairground/server/ledger/movements';
import {
  playerColumns,
  referralsColumn,
  siteDaySql,
  type PlayerRow,
} from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/database';
import { aviatorLedger } from './ledger.ts';

type Query = Database['query'];

export interface BetRow {
  id: bigint;
  round_id: bigint;
  amount: bigint;
  amount_won: bigint;
  outcome: 'pending' | 'win' | 'loss' | 'void';
  crash_hundredths: number | null;
  cash_out_hundredths: number | null;
  auto_hundredths: number | null;
  created_at: Date;
}

export interface StakeInput {
  playerId: bigint;
  stakeCoins: number;
  autoHundredths: number | null;
  /** Only for this round, when given. */
  roundId: bigint | null;
}

export type PlaceRow = { input_player: bigint } & (
  | ({ refusal: null; bet_id: bigint; bet_created_at: Date; round_id: bigint; version: bigint } & PlayerRow)
  | {
      refusal:
        | 'betting_closed'
        | 'bet_already_active'
        | 'on_a_break'
        | 'limit_reached'
        | 'insufficient_coins';
    }
);

const ledgerNames = { game: aviatorLedger.prefix, account: aviatorLedger.account };
const day = siteDaySql('$5');

const placeText = `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::integer[], $4::bigint[])
    AS t (player_id, stake, auto_hundredths, wanted_round)
),
round AS MATERIALIZED (
  -- Share lock: the start of the flight waits for bets in progress, and none is added after it.
  SELECT id FROM aviator_round WHERE state = 'betting' AND starts_at > clock_timestamp() AND opened_at <= clock_timestamp()
    FOR SHARE
),
${judgeStakes(day)},
bet AS (
  INSERT INTO aviator_bet (round_id, player_id, amount, from_winnings, auto_hundredths)
  SELECT r.id, j.player_id, j.stake, j.from_winnings, j.auto_hundredths
    FROM judged j CROSS JOIN round r
    WHERE j.refusal IS NULL AND (j.wanted_round IS NULL OR j.wanted_round = r.id)
  ON CONFLICT (round_id, player_id) DO NOTHING
  RETURNING id, round_id, player_id, amount, from_winnings, created_at
),
${debitStakes({ ...ledgerNames, siteDay: day })}
SELECT i.player_id AS input_player,
  CASE
    WHEN b.id IS NOT NULL THEN NULL
    WHEN r.id IS NULL OR (i.wanted_round IS NOT NULL AND i.wanted_round <> r.id) THEN 'betting_closed'
    WHEN EXISTS (SELECT FROM aviator_bet x WHERE x.round_id = r.id AND x.player_id = i.player_id) THEN 'bet_already_active'
    ELSE coalesce(j.refusal, 'bet_already_active')
  END AS refusal,
  b.id AS bet_id, b.round_id, b.created_at AS bet_created_at,
  ${playerColumns(day)}, ${referralsColumn(day)}
FROM input i
LEFT JOIN judged j ON j.player_id = i.player_id
LEFT JOIN round r ON true
LEFT JOIN bet b ON b.player_id = i.player_id
LEFT JOIN debited w ON w.player_id = i.player_id
LEFT JOIN player p ON p.id = w.player_id`;

/** Guards, bet rows, debits and transfers of a batch (one bet per player) in one statement. */
export const placeBets = (
  query: Query,
  inputs: readonly StakeInput[],
  siteTimeZone: string,
): Promise<PlaceRow[]> =>
  query<PlaceRow>({
    name: 'aviator-place',
    text: placeText,
    values: [
      inputs.map((input) => input.playerId),
      inputs.map((input) => input.stakeCoins),
      inputs.map((input) => input.autoHundredths),
      inputs.map((input) => input.roundId),
      siteTimeZone,
    ],
  });

export interface CashOutInput {
  playerId: bigint;
  roundId: bigint;
  /** How long ago the request's whole body was parsed. */
  agoMs: number;
}

export interface CashOutFacts {
  player_id: bigint;
  bet_id: bigint;
  amount: bigint;
  auto_hundredths: number | null;
  outcome: BetRow['outcome'];
  by_hand: boolean;
  state: 'betting' | 'flying' | 'settling' | 'finished' | 'void';
  /** Receipt of the request, in whole milliseconds since take-off, on the database's clock. */
  at_ms: number;
  flight_ms: number;
}

/** Locks the wallets and bets concerned and reads what a cash-out is judged by. */
export const readCashOutFacts = (query: Query, inputs: readonly CashOutInput[]): Promise<CashOutFacts[]> =>
  query<CashOutFacts>({
    name: 'aviator-cash-out-facts',
    text: `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::float8[]) AS t (player_id, round_id, ago_ms)
),
locked AS MATERIALIZED (
  SELECT w.player_id FROM wallet w WHERE w.player_id IN (SELECT player_id FROM input)
  ORDER BY w.player_id FOR NO KEY UPDATE
)
SELECT b.player_id, b.id AS bet_id, b.amount, b.auto_hundredths, b.outcome,
  (b.cash_out_hundredths IS DISTINCT FROM b.auto_hundredths) AS by_hand,
  r.state,
  floor(extract(epoch FROM statement_timestamp() - r.starts_at) * 1000 - i.ago_ms)::float8 AS at_ms,
  round(extract(epoch FROM r.crash_at - r.starts_at) * 1000)::float8 AS flight_ms
FROM locked l
JOIN input i USING (player_id)
JOIN aviator_bet b ON b.player_id = i.player_id AND b.round_id = i.round_id
JOIN aviator_round r ON r.id = b.round_id
FOR NO KEY UPDATE OF b`,
    values: [
      inputs.map((input) => input.playerId),
      inputs.map((input) => input.roundId),
      inputs.map((input) => input.agoMs),
    ],
  });

export interface WinInput {
  betId: bigint;
  hundredths: number;
  amountWon: number;
}

export type PaidRow = PlayerRow & BetRow & { bet_id: bigint; bet_created_at: Date };

const paidDay = siteDaySql('$4');

/** Pays cash-outs by one conditional update: a bet that is no longer pending is not among the rows. */
export const payCashOuts = (
  query: Query,
  wins: readonly WinInput[],
  siteTimeZone: string,
): Promise<PaidRow[]> =>
  query<PaidRow>({
    name: 'aviator-pay',
    text: `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($1::bigint[], $2::integer[], $3::bigint[]) AS t (bet_id, hundredths, amount_won)
),
won AS (
  UPDATE aviator_bet b SET outcome = 'win', cash_out_hundredths = i.hundredths, amount_won = i.amount_won,
    settled_at = clock_timestamp()
  FROM input i WHERE b.id = i.bet_id AND b.outcome = 'pending'
  RETURNING b.*
),
${creditWins(ledgerNames)}
SELECT b.id AS bet_id, b.round_id, b.amount, b.amount_won, b.outcome, b.cash_out_hundredths, b.auto_hundredths,
  b.created_at AS bet_created_at, NULL AS crash_hundredths, ${playerColumns(paidDay)}, ${referralsColumn(paidDay)}
FROM won b JOIN credited w ON w.player_id = b.player_id JOIN player p ON p.id = w.player_id`,
    values: [
      wins.map((win) => win.betId),
      wins.map((win) => win.hundredths),
      wins.map((win) => win.amountWon),
      siteTimeZone,
    ],
  });

/** A player's newest bets. The crash point shows only once the round has crashed. */
export const readUserHistory = (query: Query, playerId: bigint, limit: number): Promise<BetRow[]> =>
  query<BetRow>({
    name: 'aviator-user-history',
    text: `SELECT b.id, b.round_id, b.amount, b.amount_won, b.outcome, b.cash_out_hundredths, b.auto_hundredths,
        b.created_at,
        CASE WHEN r.state IN ('settling', 'finished') THEN r.crash_hundredths END AS crash_hundredths
      FROM aviator_bet b JOIN aviator_round r ON r.id = b.round_id
      WHERE b.player_id = $1 ORDER BY b.id DESC LIMIT $2`,
    values: [playerId, limit],
  });

export const readGlobalHistory = (
  query: Query,
  limit: number,
): Promise<{ id: bigint; crash_hundredths: number }[]> =>
  query({
    name: 'aviator-global-history',
    text: `SELECT id, crash_hundredths FROM aviator_round
      WHERE state IN ('settling', 'finished') ORDER BY id DESC LIMIT $1`,
    values: [limit],
  });
