/** The lottery's statements for players: selling tickets, lists, proofs. The engine's are in draw-queries.ts. */
import { debitStakes, judgeStakes } from '@fairground/server/ledger/movements';
import {
  playerColumns,
  referralsColumn,
  siteDaySql,
  type PlayerRow,
} from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/database';
import type { LatestRow, NextRow } from './draw-queries.ts';
import { lotteryLedger } from './ledger.ts';

type Query = Database['query'];

export interface TicketRow {
  id: bigint;
  created_at: Date;
  pick: bigint;
  bid: number;
  draw_key: string;
  draws_at: Date;
  /** Null until the ticket is settled. */
  winning: bigint | null;
}

export interface TicketInput {
  playerId: bigint;
  pick: bigint;
  bidCoins: number;
  /** Only for this draw, when given. */
  drawKey: string | null;
}

export type SaleRow = { input_player: bigint } & (
  | ({
      refusal: null;
      ticket_id: bigint;
      ticket_created_at: Date;
      draw_key: string;
      draws_at: Date;
    } & PlayerRow)
  | { refusal: 'betting_closed' | 'on_a_break' | 'limit_reached' | 'insufficient_coins' }
);

const day = siteDaySql('$5');

const saleText = `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) AS t (player_id, pick, stake, wanted_draw)
),
draw AS MATERIALIZED (
  -- Share lock: closing waits for tickets in progress, and none is added after it. After a clock was set
  -- back the opening lies in the future, and no ticket may appear older than its draw's commitment.
  SELECT id, draw_key, draws_at FROM lottery_draw
  WHERE state = 'open' AND opened_at < clock_timestamp() AND closes_at > clock_timestamp() FOR SHARE
),
${judgeStakes(day)},
ticket AS (
  INSERT INTO lottery_ticket (draw_id, player_id, pick, bid)
  SELECT d.id, j.player_id, j.pick, j.stake
    FROM judged j CROSS JOIN draw d
    WHERE j.refusal IS NULL AND (j.wanted_draw IS NULL OR j.wanted_draw = d.draw_key)
  RETURNING id, player_id, bid, created_at
),
bet AS MATERIALIZED (
  SELECT t.id, t.player_id, t.bid::bigint AS amount, j.from_winnings, t.created_at
  FROM ticket t JOIN judged j USING (player_id)
),
${debitStakes({ game: lotteryLedger.prefix, account: lotteryLedger.account, siteDay: day })}
SELECT i.player_id AS input_player,
  CASE
    WHEN b.id IS NOT NULL THEN NULL
    WHEN d.id IS NULL OR (i.wanted_draw IS NOT NULL AND i.wanted_draw <> d.draw_key) THEN 'betting_closed'
    ELSE j.refusal
  END AS refusal,
  b.id AS ticket_id, b.created_at AS ticket_created_at, d.draw_key, d.draws_at,
  ${playerColumns(day)}, ${referralsColumn(day)}
FROM input i
LEFT JOIN judged j ON j.player_id = i.player_id
LEFT JOIN draw d ON true
LEFT JOIN bet b ON b.player_id = i.player_id
LEFT JOIN debited w ON w.player_id = i.player_id
LEFT JOIN player p ON p.id = w.player_id`;

/** Guards, tickets, debits and transfers of a batch (one ticket per player) in one statement. */
export const sellTickets = (
  query: Query,
  inputs: readonly TicketInput[],
  siteTimeZone: string,
): Promise<SaleRow[]> =>
  query<SaleRow>({
    name: 'lottery-sell',
    text: saleText,
    values: [
      inputs.map((input) => input.playerId),
      inputs.map((input) => input.pick),
      inputs.map((input) => input.bidCoins),
      inputs.map((input) => input.drawKey),
      siteTimeZone,
    ],
  });

export const readStatus = async (
  query: Query,
): Promise<{ next: NextRow | undefined; latest: LatestRow | undefined }> => {
  const rows = await query<NextRow & { winning: bigint | null; drawn_at: Date | null }>({
    name: 'lottery-status',
    text: `(SELECT id, draw_key, state, commitment, closes_at, draws_at, NULL::bigint AS winning, NULL::timestamptz AS drawn_at
        FROM lottery_draw WHERE state IN ('open', 'closing', 'closed'))
      UNION ALL
      (SELECT id, draw_key, state, commitment, closes_at, draws_at, winning, drawn_at
        FROM lottery_draw WHERE state IN ('settling', 'finished') ORDER BY id DESC LIMIT 1)`,
    values: [],
  });
  return {
    next: rows.find((row) => row.winning === null),
    latest: rows.find((row): row is NextRow & LatestRow => row.winning !== null),
  };
};

export const readPastDraws = (
  query: Query,
  { offset, limit }: { offset: number; limit: number },
): Promise<(LatestRow & { ticket_count: number })[]> =>
  query({
    name: 'lottery-past-draws',
    text: `SELECT draw_key, winning, drawn_at, ticket_count FROM lottery_draw
      WHERE state IN ('settling', 'finished') ORDER BY id DESC OFFSET $1 LIMIT $2`,
    values: [offset, limit],
  });

/** A player's newest tickets. Numbers drawn show only once the ticket is settled. */
export const readTickets = (
  query: Query,
  { playerId, offset, limit }: { playerId: bigint; offset: number; limit: number },
): Promise<TicketRow[]> =>
  query<TicketRow>({
    name: 'lottery-tickets',
    text: `SELECT t.id, t.created_at, t.pick, t.bid, d.draw_key, d.draws_at,
        CASE WHEN t.id <= d.settled_through THEN d.winning END AS winning
      FROM lottery_ticket t JOIN lottery_draw d ON d.id = t.draw_id
      WHERE t.player_id = $1 ORDER BY t.id DESC OFFSET $2 LIMIT $3`,
    values: [playerId, offset, limit],
  });

export interface ProofRow extends NextRow {
  opened_at: Date;
  root: Buffer | null;
  ticket_count: number | null;
  seed: Buffer | null;
  winning: bigint | null;
}

export const findProof = async (query: Query, drawKey: string): Promise<ProofRow | undefined> =>
  (
    await query<ProofRow>({
      name: 'lottery-proof',
      text: `SELECT id, draw_key, state, commitment, opened_at, closes_at, draws_at, root, ticket_count, seed, winning
        FROM lottery_draw WHERE draw_key = $1`,
      values: [drawKey],
    })
  )[0];

export interface TicketPlace {
  draw_id: bigint;
  root: Buffer;
  ticket_count: number;
  block: number;
  first_ticket: bigint;
}

/** The block of a ticket whose draw is closed; undefined where the draw has no such ticket, or is still open. */
export const findTicketPlace = async (
  query: Query,
  drawKey: string,
  ticketId: bigint,
): Promise<TicketPlace | undefined> =>
  (
    await query<TicketPlace>({
      name: 'lottery-ticket-place',
      text: `SELECT d.id AS draw_id, d.root, d.ticket_count, b.block, b.first_ticket
        FROM lottery_draw d
        JOIN lottery_ticket t ON t.draw_id = d.id AND t.id = $2
        JOIN LATERAL (
          SELECT block, first_ticket FROM lottery_block
          WHERE draw_id = d.id AND first_ticket <= t.id ORDER BY block DESC LIMIT 1
        ) b ON true
        WHERE d.draw_key = $1 AND d.root IS NOT NULL`,
      values: [drawKey, ticketId],
    })
  )[0];

export const readBlocks = async (query: Query, drawId: bigint): Promise<Buffer[]> =>
  (
    await query<{ hash: Buffer }>({
      name: 'lottery-blocks',
      text: `SELECT hash FROM lottery_block WHERE draw_id = $1 ORDER BY block`,
      values: [drawId],
    })
  ).map((row) => row.hash);
