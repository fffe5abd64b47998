/**
 * Double Trouble's draws in SQL. Each write is one statement that checks the director's epoch under a
 * share lock, so that a leader who was paused and replaced can write nothing.
 */
import { leaseFence as lease, type ChainLink } from '@fairground/game-kit/server';
import { creditWins, refundStakes } from '@fairground/server/ledger/movements';
import { siteDaySql } from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/database';
import { doubleTroubleLedger } from './ledger.ts';

type Query = Database['query'];

export interface OpenDraw {
  id: bigint;
  chain_id: bigint;
  link: number;
  max: number;
  interval_ms: number;
  commitment: Buffer;
  closes_at: Date;
  draws_at: Date;
}

const columns = 'id, chain_id, link, max, interval_ms, commitment, closes_at, draws_at';

export const findOpenDraw = async (query: Query): Promise<OpenDraw | undefined> =>
  (
    await query<OpenDraw>({
      name: 'double-trouble-open-draw',
      text: `SELECT ${columns} FROM double_trouble_draw WHERE state = 'open'`,
      values: [],
    })
  )[0];

/** What the grid and the rules are now. */
export interface Terms {
  intervalMs: number;
  closeMs: number;
  max: number;
}

/** The first slot of the grid that lies after now and after `after`, in milliseconds. */
const slotSql = (interval: string, after: string): string =>
  `(greatest(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint, ${after}) / ${interval}::bigint + 1) * ${interval}::bigint`;

const atSql = (ms: string): string => `to_timestamp(0) + (${ms}) * interval '1 ms'`;

/** Expects CTE `gate (after)` with one row where the next draw may open; $2 to $7 are the next draw's. */
const openNext = `
  claimed AS (
    UPDATE fairness_chain c SET next_link = c.next_link + 1 FROM gate
    WHERE c.id = $2 AND c.next_link = $3 RETURNING c.id, gate.after
  ),
  slot AS MATERIALIZED (SELECT claimed.id AS chain_id, ${slotSql('$5', 'claimed.after')} AS id FROM claimed),
  opened AS (
    INSERT INTO double_trouble_draw
      (id, chain_id, link, commitment, interval_ms, max, opened_at, closes_at, draws_at, epoch)
    SELECT slot.id, slot.chain_id, $3, $4, $5, $7, clock_timestamp(), ${atSql('slot.id - $6::bigint')},
      ${atSql('slot.id')}, lease.epoch
    FROM slot, lease
    RETURNING ${columns}
  )`;

const nextValues = (epoch: bigint, next: ChainLink, terms: Terms): unknown[] => [
  epoch,
  next.chainId,
  next.link,
  next.commitment,
  terms.intervalMs,
  terms.closeMs,
  terms.max,
];

/** Opens a draw where none is open. */
export const openDraw = async (
  query: Query,
  epoch: bigint,
  next: ChainLink,
  terms: Terms,
): Promise<OpenDraw | undefined> =>
  (
    await query<OpenDraw>({
      name: 'double-trouble-open',
      text: `WITH ${lease},
        gate AS MATERIALIZED (
          SELECT coalesce((SELECT max(id) FROM double_trouble_draw), 0) AS after FROM lease
          WHERE NOT EXISTS (SELECT FROM double_trouble_draw WHERE state = 'open')),
        ${openNext}
        SELECT * FROM opened`,
      values: nextValues(epoch, next, terms),
    })
  )[0];

export interface DrawResult {
  drawId: bigint;
  seed: Buffer;
  winningNumber: number;
}

/**
 * open → settling, not before the slot's time: number and seed are committed, and the next draw opens, all
 * at once. Waits for bets in progress, which have a share lock on the row.
 */
export const drawAndOpen = async (
  query: Query,
  epoch: bigint,
  result: DrawResult,
  { next, terms }: { next: ChainLink; terms: Terms },
): Promise<{ opened: OpenDraw; drawnAt: Date; previousId: bigint | null } | undefined> => {
  const [row] = await query<OpenDraw & { drawn_at: Date; previous_id: bigint | null }>({
    name: 'double-trouble-draw',
    text: `WITH ${lease},
      gate AS (
        UPDATE double_trouble_draw d SET state = 'settling', winning_number = $9, seed = $10,
          drawn_at = clock_timestamp(), epoch = lease.epoch
        FROM lease WHERE d.id = $8 AND d.state = 'open' AND d.draws_at <= clock_timestamp()
        RETURNING d.id AS after, d.drawn_at
      ),
      ${openNext}
      SELECT opened.*, gate.drawn_at,
        (SELECT max(id) FROM double_trouble_draw WHERE winning_number IS NOT NULL AND id < $8) AS previous_id
      FROM opened, gate`,
    values: [...nextValues(epoch, next, terms), result.drawId, result.winningNumber, result.seed],
  });
  if (!row) return undefined;
  const { drawn_at: drawnAt, previous_id: previousId, ...opened } = row;
  return { opened, drawnAt, previousId };
};

/**
 * Gives the open draw another slot or other terms while it has no bets; its link and commitment stay.
 * So slots that passed without a director, and without a bet, leave no row and use no link.
 */
export const moveEmptyDraw = async (
  query: Query,
  epoch: bigint,
  drawId: bigint,
  terms: Terms,
): Promise<OpenDraw | undefined> =>
  (
    await query<OpenDraw>({
      name: 'double-trouble-move',
      // The row's new id would leave bets behind, so the foreign key refuses what the guard did not see.
      text: `WITH ${lease},
        slot AS MATERIALIZED (
          SELECT ${slotSql('$3', '(SELECT coalesce(max(id), 0) FROM double_trouble_draw WHERE id <> $2)')} AS id)
        UPDATE double_trouble_draw d SET id = slot.id, draws_at = ${atSql('slot.id')},
          closes_at = ${atSql('slot.id - $4::bigint')}, interval_ms = $3, max = $5, epoch = lease.epoch
        FROM lease, slot
        WHERE d.id = $2 AND d.state = 'open'
          AND NOT EXISTS (SELECT FROM double_trouble_bet b WHERE b.draw_id = d.id)
        RETURNING d.${columns}`,
      values: [epoch, drawId, terms.intervalMs, terms.closeMs, terms.max],
    })
  )[0];

export const hasBets = async (query: Query, drawId: bigint): Promise<boolean> =>
  (
    await query<{ found: boolean }>({
      name: 'double-trouble-has-bets',
      text: `SELECT EXISTS (SELECT FROM double_trouble_bet WHERE draw_id = $1) AS found`,
      values: [drawId],
    })
  )[0]?.found === true;

/** Draws whose bets are not all settled, the oldest first. */
export const findSettlingDraws = (query: Query): Promise<{ id: bigint }[]> =>
  query({
    name: 'double-trouble-settling',
    text: `SELECT id FROM double_trouble_draw WHERE state = 'settling' ORDER BY id`,
    values: [],
  });

const isWin = `(CASE b.draw_type
    WHEN 'Number' THEN b.number = d.winning_number
    WHEN 'Under' THEN d.winning_number < d.max / 2
    WHEN 'Over' THEN d.winning_number > d.max / 2
    WHEN 'Exact' THEN d.winning_number = d.max / 2
  END)`;

/** Settles up to `limit` pending bets of a draw in one statement. Returns how many, and who won. */
export const settleChunk = async (
  query: Query,
  { epoch, drawId, limit }: { epoch: bigint; drawId: bigint; limit: number },
): Promise<{ settled: number; players: bigint[] }> => {
  const [row] = await query<{ settled: number; players: string[] | null }>({
    name: 'double-trouble-settle',
    text: `WITH ${lease},
      due AS MATERIALIZED (
        SELECT b.id, b.player_id, ${isWin} AS wins FROM lease, double_trouble_bet b
          JOIN double_trouble_draw d ON d.id = b.draw_id
        WHERE d.id = $2 AND d.state = 'settling' AND b.outcome = 'pending' ORDER BY b.id LIMIT $3
      ),
      locked AS MATERIALIZED (
        SELECT w.player_id FROM wallet w WHERE w.player_id IN (SELECT player_id FROM due WHERE wins)
        ORDER BY w.player_id FOR NO KEY UPDATE
      ),
      settled AS (
        UPDATE double_trouble_bet b SET
          outcome = (CASE WHEN due.wins THEN 'win' ELSE 'loss' END)::bet_outcome,
          amount_won = CASE WHEN due.wins THEN b.amount * b.payout_hundredths / 100 ELSE 0 END,
          settled_at = clock_timestamp()
        FROM due WHERE b.id = due.id AND b.outcome = 'pending'
          AND (NOT due.wins OR due.player_id IN (SELECT player_id FROM locked))
        RETURNING b.*
      ),
      won AS MATERIALIZED (SELECT * FROM settled WHERE outcome = 'win'),
      ${creditWins({ game: doubleTroubleLedger.prefix, account: doubleTroubleLedger.account })}
      SELECT (SELECT count(*) FROM due)::integer AS settled, (SELECT array_agg(player_id) FROM credited) AS players`,
    values: [epoch, drawId, limit],
  });
  return { settled: row?.settled ?? 0, players: (row?.players ?? []).map(BigInt) };
};

/** settling → finished, once no bet is pending. Not a step of the game's, so the row's epoch stays. */
export const finishDraw = async (query: Query, epoch: bigint, drawId: bigint): Promise<boolean> =>
  (
    await query({
      name: 'double-trouble-finish',
      text: `WITH ${lease}
        UPDATE double_trouble_draw d SET state = 'finished' FROM lease
        WHERE d.id = $2 AND d.state = 'settling'
          AND NOT EXISTS (SELECT FROM double_trouble_bet b WHERE b.draw_id = d.id AND b.outcome = 'pending')
        RETURNING d.id`,
      values: [epoch, drawId],
    })
  ).length > 0;

/**
 * Voids a draw whose seed is unavailable: every stake is refunded to where it came from, and the chain,
 * whose later links depend on that seed, is abandoned.
 */
export const voidDraw = async (
  query: Query,
  { epoch, drawId, siteTimeZone }: { epoch: bigint; drawId: bigint; siteTimeZone: string },
): Promise<{ players: bigint[] } | undefined> => {
  const [row] = await query<{ ended: number; players: string[] | null }>({
    name: 'double-trouble-void',
    text: `WITH ${lease},
      ended AS (
        UPDATE double_trouble_draw d SET state = 'void', drawn_at = clock_timestamp(), epoch = lease.epoch
        FROM lease WHERE d.id = $2 AND d.state = 'open' AND d.draws_at <= clock_timestamp()
        RETURNING d.id, d.chain_id
      ),
      abandoned AS (
        UPDATE fairness_chain c SET next_link = c.links + 1 FROM ended WHERE c.id = ended.chain_id
      ),
      locked AS MATERIALIZED (
        SELECT w.player_id FROM wallet w
        WHERE w.player_id IN (SELECT b.player_id FROM double_trouble_bet b JOIN ended e ON e.id = b.draw_id)
        ORDER BY w.player_id FOR NO KEY UPDATE
      ),
      voided AS (
        UPDATE double_trouble_bet b SET outcome = 'void', settled_at = clock_timestamp()
        FROM locked l WHERE b.draw_id = $2 AND b.player_id = l.player_id AND b.outcome = 'pending' RETURNING b.*
      ),
      ${refundStakes({ game: doubleTroubleLedger.prefix, account: doubleTroubleLedger.account, siteDay: siteDaySql('$3') })}
      SELECT (SELECT count(*) FROM ended)::integer AS ended, (SELECT array_agg(player_id) FROM refunded) AS players`,
    values: [epoch, drawId, siteTimeZone],
  });
  return row && row.ended > 0 ? { players: (row.players ?? []).map(BigInt) } : undefined;
};
