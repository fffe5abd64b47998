/**
 * The lottery's draws in SQL. Each write is one statement that checks the director's epoch under a share
 * lock, so that a leader who was paused and replaced can write nothing.
 */
import { leaseFence as lease } from '@fairground/game-kit/server';
import { creditWins } from '@fairground/server/ledger/movements';
import type { Database } from '@fairground/server/platform/database';
import { lotteryLedger } from './ledger.ts';

type Query = Database['query'];

export type LotteryState = 'open' | 'closing' | 'closed' | 'settling' | 'finished';

/** What is public about the draw that is on sale or about to take place. */
export interface NextRow {
  id: bigint;
  draw_key: string;
  state: LotteryState;
  commitment: Buffer;
  closes_at: Date;
  draws_at: Date;
}

/** What the director alone reads. */
export interface DrawRow extends NextRow {
  sealed: Buffer;
  root: Buffer | null;
  after_ticket: bigint;
}

export interface LatestRow {
  draw_key: string;
  winning: bigint;
  drawn_at: Date;
}

export interface NewDraw {
  day: string;
  sealed: Buffer;
  commitment: Buffer;
  drawsAt: Date;
  closesAt: Date;
}

const drawColumns = `id, draw_key, state, commitment, closes_at, draws_at, sealed, root, after_ticket`;
const pending = `state IN ('open', 'closing', 'closed')`;

export const findPendingDraw = async (query: Query): Promise<DrawRow | undefined> =>
  (
    await query<DrawRow>({
      name: 'lottery-pending',
      text: `SELECT ${drawColumns} FROM lottery_draw WHERE ${pending}`,
      values: [],
    })
  )[0];

export const readLastSlot = async (query: Query): Promise<Date | null> =>
  (
    await query<{ draws_at: Date }>({
      name: 'lottery-last-slot',
      text: `SELECT draws_at FROM lottery_draw ORDER BY draws_at DESC LIMIT 1`,
      values: [],
    })
  )[0]?.draws_at ?? null;

/** Expects CTE `gate` with one row where the draw may open; its parameters stand from $2 on. */
const openNext = `
  numbered AS (
    SELECT coalesce(max(of_day), 0) + 1 AS of_day FROM lottery_draw WHERE day = $2::date
  ),
  opened AS (
    INSERT INTO lottery_draw (draw_key, day, of_day, sealed, commitment, opened_at, closes_at, draws_at,
      after_ticket, settled_through, epoch)
    SELECT $2 || (CASE WHEN n.of_day = 1 THEN '' ELSE '-' || n.of_day END), $2::date, n.of_day, $3, $4,
      clock_timestamp(), $5, $6, t.last, t.last, lease.epoch
    FROM gate, lease, numbered n, (SELECT coalesce(max(id), 0) AS last FROM lottery_ticket) t
    RETURNING ${drawColumns}
  )`;

const newValues = (epoch: bigint, next: NewDraw): unknown[] => [
  epoch,
  next.day,
  next.sealed,
  next.commitment,
  next.closesAt,
  next.drawsAt,
];

/** Opens a draw where none is pending: the first of a site. */
export const openDraw = async (query: Query, epoch: bigint, next: NewDraw): Promise<DrawRow | undefined> =>
  (
    await query<DrawRow>({
      name: 'lottery-open',
      text: `WITH ${lease},
        gate AS MATERIALIZED (SELECT FROM lease WHERE NOT EXISTS (SELECT FROM lottery_draw WHERE ${pending})),
        ${openNext}
        SELECT * FROM opened`,
      values: newValues(epoch, next),
    })
  )[0];

/** open → closing, not before its time. Waits for tickets in progress, which have a share lock on the draw. */
export const closeSales = async (query: Query, epoch: bigint, drawId: bigint): Promise<boolean> =>
  (
    await query({
      name: 'lottery-close',
      text: `WITH ${lease}
        UPDATE lottery_draw d SET state = 'closing', closed_at = clock_timestamp(), epoch = lease.epoch FROM lease
        WHERE d.id = $2 AND d.state = 'open' AND d.closes_at <= clock_timestamp() RETURNING d.id`,
      values: [epoch, drawId],
    })
  ).length > 0;

export interface LeafRow {
  id: bigint;
  pick: bigint;
  bid: number;
}

/** Tickets of a draw in the order of id, above one of them. */
export const readLeaves = (
  query: Query,
  { drawId, above, limit }: { drawId: bigint; above: bigint; limit: number },
): Promise<LeafRow[]> =>
  query<LeafRow>({
    name: 'lottery-leaves',
    text: `SELECT id, pick, bid FROM lottery_ticket WHERE id > $2 AND draw_id = $1 ORDER BY id LIMIT $3`,
    values: [drawId, above, limit],
  });

export interface Sealed {
  drawId: bigint;
  root: Buffer;
  ticketCount: number;
  lastTicket: bigint;
  blocks: readonly { firstTicket: bigint; hash: Buffer }[];
}

/** closing → closed: the root over all tickets is published, and with it the blocks that proofs are made of. */
export const publishRoot = async (query: Query, epoch: bigint, sealed: Sealed): Promise<boolean> =>
  (
    await query({
      name: 'lottery-root',
      text: `WITH ${lease},
        rooted AS (
          UPDATE lottery_draw d SET state = 'closed', root = $3, ticket_count = $4, last_ticket = $5, epoch = lease.epoch
          FROM lease WHERE d.id = $2 AND d.state = 'closing' RETURNING d.id
        ),
        blocks AS (
          INSERT INTO lottery_block (draw_id, block, first_ticket, hash)
          SELECT r.id, b.place - 1, b.first_ticket, b.hash
          FROM rooted r, unnest($6::bigint[], $7::bytea[]) WITH ORDINALITY AS b (first_ticket, hash, place)
        )
        SELECT id FROM rooted`,
      values: [
        epoch,
        sealed.drawId,
        sealed.root,
        sealed.ticketCount,
        sealed.lastTicket,
        sealed.blocks.map((block) => block.firstTicket),
        sealed.blocks.map((block) => block.hash),
      ],
    })
  ).length > 0;

/** closed → settling, not before its time: numbers and seed are published, and the next draw opens, all at once. */
export const holdDraw = async (
  query: Query,
  epoch: bigint,
  held: { drawId: bigint; seed: Buffer; winning: bigint },
  next: NewDraw,
): Promise<(DrawRow & { drawn_at: Date }) | undefined> =>
  (
    await query<DrawRow & { drawn_at: Date }>({
      name: 'lottery-hold',
      text: `WITH ${lease},
        gate AS (
          UPDATE lottery_draw d SET state = 'settling', seed = $8, winning = $9, drawn_at = clock_timestamp(),
            epoch = lease.epoch
          FROM lease WHERE d.id = $7 AND d.state = 'closed' AND d.draws_at <= clock_timestamp()
          RETURNING d.drawn_at
        ),
        ${openNext}
        SELECT opened.*, gate.drawn_at FROM opened, gate`,
      values: [...newValues(epoch, next), held.drawId, held.seed, held.winning],
    })
  )[0];

export const findSettlingDraw = async (query: Query): Promise<{ id: bigint } | undefined> =>
  (
    await query<{ id: bigint }>({
      name: 'lottery-settling',
      text: `SELECT id FROM lottery_draw WHERE state = 'settling' ORDER BY id LIMIT 1`,
      values: [],
    })
  )[0];

/**
 * Pays the next tickets of a draw in the order of id, and notes how far it came, in one statement: a kill in
 * the middle leaves neither. Returns how many tickets were settled, and who was paid.
 */
export const settleTickets = async (
  query: Query,
  {
    epoch,
    drawId,
    limit,
    tierHundredths,
  }: { epoch: bigint; drawId: bigint; limit: number; tierHundredths: readonly number[] },
): Promise<{ settled: number; players: bigint[] }> => {
  const [row] = await query<{ settled: number; players: bigint[] | null }>({
    name: 'lottery-settle',
    text: `WITH ${lease},
      draw AS MATERIALIZED (
        SELECT d.id, d.settled_through, d.last_ticket, d.winning FROM lease, lottery_draw d
        WHERE d.id = $2 AND d.state = 'settling' FOR NO KEY UPDATE OF d
      ),
      due AS MATERIALIZED (
        -- A bound that is a value, not a join, and a limit right upon it: so the index gives the order, nothing
        -- beyond the limit is read, and the planner knows how many rows to expect.
        SELECT t.id, t.player_id, t.bid::bigint AS amount,
          t.bid * ($4::bigint[])[1 + bit_count((t.pick & (SELECT winning FROM draw))::bit(64))::integer] / 100
            AS amount_won
        FROM (
          SELECT id, player_id, pick, bid FROM lottery_ticket
          WHERE id > (SELECT settled_through FROM draw) ORDER BY id LIMIT $3
        ) t
        WHERE t.id <= (SELECT last_ticket FROM draw)
      ),
      locked AS MATERIALIZED (
        SELECT w.player_id FROM wallet w WHERE w.player_id IN (SELECT player_id FROM due WHERE amount_won > 0)
        ORDER BY w.player_id FOR NO KEY UPDATE
      ),
      won AS MATERIALIZED (SELECT d.* FROM due d JOIN locked USING (player_id) WHERE d.amount_won > 0),
      advanced AS (
        UPDATE lottery_draw d SET settled_through = reached.id, epoch = lease.epoch
        FROM lease, draw, (SELECT max(id) AS id FROM due) reached
        WHERE d.id = draw.id AND reached.id IS NOT NULL
      ),
      ${creditWins({ game: lotteryLedger.prefix, account: lotteryLedger.account })}
      SELECT (SELECT count(*) FROM due)::integer AS settled, (SELECT array_agg(player_id) FROM credited) AS players`,
    values: [epoch, drawId, limit, tierHundredths],
  });
  return { settled: row?.settled ?? 0, players: row?.players ?? [] };
};

/** settling → finished, once every ticket was gone through. */
export const finishDraw = async (query: Query, epoch: bigint, drawId: bigint): Promise<boolean> =>
  (
    await query({
      name: 'lottery-finish',
      text: `WITH ${lease}
        UPDATE lottery_draw d SET state = 'finished', finished_at = clock_timestamp(), epoch = lease.epoch FROM lease
        WHERE d.id = $2 AND d.state = 'settling' AND d.settled_through = d.last_ticket RETURNING d.id`,
      values: [epoch, drawId],
    })
  ).length > 0;
