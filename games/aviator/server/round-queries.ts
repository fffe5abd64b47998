/**
 * Aviator's rounds in SQL. Each write is one statement that checks the director's epoch under a share
 * lock, so that a leader who was paused and replaced can write nothing.
 */
import { leaseFence as lease } from '@fairground/game-kit/server';
import { creditWins, refundStakes } from '@fairground/server/ledger/movements';
import { siteDaySql } from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/database';
import { aviatorLedger } from './ledger.ts';

type Query = Database['query'];

export type AviatorState = 'betting' | 'flying' | 'settling' | 'finished' | 'void';

/** What is public about a round. */
export interface PublicRound {
  id: bigint;
  state: AviatorState;
  commitment: Buffer;
  starts_at: Date;
  now: Date;
}

/** What the director alone reads. */
export interface Round extends PublicRound {
  chain_id: bigint;
  link: number;
  crash_hundredths: number;
  crash_at: Date;
  opened_at: Date;
}

const roundColumns = `id, state, commitment, opened_at, starts_at, chain_id, link, crash_hundredths, crash_at, clock_timestamp() AS now`;

export const findRunningRound = async (query: Query): Promise<Round | undefined> =>
  (
    await query<Round>({
      name: 'aviator-running',
      text: `SELECT ${roundColumns} FROM aviator_round WHERE state IN ('betting', 'flying')`,
      values: [],
    })
  )[0];

/** The round now open or in flight, and the newest finished one, without anything secret. */
export const readPublicState = async (
  query: Query,
): Promise<{ running: PublicRound | undefined; last: LastRound | undefined }> => {
  const [running] = await query<PublicRound>({
    name: 'aviator-public-running',
    text: `SELECT id, state, commitment, starts_at, clock_timestamp() AS now FROM aviator_round
      WHERE state IN ('betting', 'flying')`,
    values: [],
  });
  const [last] = await query<LastRound>({
    name: 'aviator-public-last',
    text: `SELECT id, starts_at, crash_hundredths, seed FROM aviator_round
      WHERE state IN ('settling', 'finished') ORDER BY id DESC LIMIT 1`,
    values: [],
  });
  return { running, last };
};

export interface LastRound {
  id: bigint;
  starts_at: Date;
  crash_hundredths: number;
  seed: Buffer;
}

export interface NextRound {
  chainId: bigint;
  link: number;
  commitment: Buffer;
  rtpBp: number;
  crashHundredths: number;
  flightMs: number;
  countdownMs: number;
}

const ledgerNames = { game: aviatorLedger.prefix, account: aviatorLedger.account };

/** Expects CTE `gate` with one row where the next round may open; parameters from $2 on are the next round's. */
const openNext = `
  claimed AS (
    UPDATE fairness_chain c SET next_link = c.next_link + 1 FROM gate
    WHERE c.id = $2 AND c.next_link = $3 RETURNING c.id
  ),
  opened AS (
    INSERT INTO aviator_round (chain_id, link, commitment, rtp_bp, crash_hundredths, opened_at, starts_at, crash_at, epoch)
    SELECT claimed.id, $3, $4, $5, $6, t.now, t.now + $8 * interval '1 ms', t.now + ($8 + $7) * interval '1 ms', lease.epoch
    FROM claimed, lease, (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) t
    RETURNING ${roundColumns}
  )`;

const nextValues = (epoch: bigint, next: NextRound): unknown[] => [
  epoch,
  next.chainId,
  next.link,
  next.commitment,
  next.rtpBp,
  next.crashHundredths,
  next.flightMs,
  next.countdownMs,
];

/** Opens a round where none is open or flying. */
export const openRound = async (query: Query, epoch: bigint, next: NextRound): Promise<Round | undefined> =>
  (
    await query<Round>({
      name: 'aviator-open',
      text: `WITH ${lease},
        gate AS MATERIALIZED (SELECT FROM lease WHERE NOT EXISTS (
          SELECT FROM aviator_round WHERE state IN ('betting', 'flying'))),
        ${openNext}
        SELECT * FROM opened`,
      values: nextValues(epoch, next),
    })
  )[0];

/** betting → flying, not before `starts_at`. Waits for bets under way, which hold a share lock on the round. */
export const startFlight = async (query: Query, epoch: bigint, roundId: bigint): Promise<boolean> =>
  (
    await query({
      name: 'aviator-start',
      text: `WITH ${lease}
        UPDATE aviator_round r SET state = 'flying', epoch = lease.epoch FROM lease
        WHERE r.id = $2 AND r.state = 'betting' AND r.starts_at <= clock_timestamp() RETURNING r.id`,
      values: [epoch, roundId],
    })
  ).length > 0;

/**
 * Ends the betting of a round that was opened later than it is now, for the clock was set back; it flies in
 * name alone and is void next. Waits for bets under way, so that a statement after this one sees them all.
 */
export const stopBetting = async (query: Query, epoch: bigint, roundId: bigint): Promise<boolean> =>
  (
    await query({
      name: 'aviator-stop-betting',
      text: `WITH ${lease}
        UPDATE aviator_round r SET state = 'flying', epoch = lease.epoch FROM lease
        WHERE r.id = $2 AND r.state = 'betting' AND r.opened_at > clock_timestamp() RETURNING r.id`,
      values: [epoch, roundId],
    })
  ).length > 0;

/** Gives a round whose start was missed a new countdown; its bets and its crash point stay as they are. */
export const postponeStart = async (
  query: Query,
  epoch: bigint,
  roundId: bigint,
  countdownMs: number,
): Promise<Round | undefined> =>
  (
    await query<Round>({
      name: 'aviator-postpone',
      text: `WITH ${lease}, t AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS at)
        UPDATE aviator_round r SET epoch = lease.epoch,
          crash_at = t.at + $3 * interval '1 ms' + (r.crash_at - r.starts_at),
          starts_at = t.at + $3 * interval '1 ms'
        FROM lease, t WHERE r.id = $2 AND r.state = 'betting'
        RETURNING ${roundColumns.replace(/\b(id|epoch)\b/g, 'r.$1')}`,
      values: [epoch, roundId, countdownMs],
    })
  )[0];

/** flying → settling once the crash is reached, the seed revealed, and the next round opened, all at once. */
export const crashAndOpen = async (
  query: Query,
  epoch: bigint,
  ended: { roundId: bigint; seed: Buffer },
  next: NextRound,
): Promise<Round | undefined> =>
  (
    await query<Round>({
      name: 'aviator-crash',
      text: `WITH ${lease},
        gate AS (
          UPDATE aviator_round r SET state = 'settling', seed = $10, finished_at = clock_timestamp(), epoch = lease.epoch
          FROM lease WHERE r.id = $9 AND r.state = 'flying' AND r.crash_at <= clock_timestamp() RETURNING r.id
        ),
        ${openNext}
        SELECT * FROM opened`,
      values: [...nextValues(epoch, next), ended.roundId, ended.seed],
    })
  )[0];

const settleDay = siteDaySql('$4');

/** Settles up to `limit` pending bets of a round in one statement. Returns how many, and who won. */
export const settleChunk = async (
  query: Query,
  {
    epoch,
    roundId,
    limit,
    siteTimeZone,
  }: { epoch: bigint; roundId: bigint; limit: number; siteTimeZone: string },
): Promise<{ settled: number; players: bigint[] }> => {
  const [row] = await query<{ settled: number; players: bigint[] | null }>({
    name: 'aviator-settle',
    text: `WITH ${lease},
      due AS MATERIALIZED (
        SELECT b.id, b.player_id, r.crash_hundredths FROM lease, aviator_bet b JOIN aviator_round r ON r.id = b.round_id
        WHERE r.id = $2 AND r.state = 'settling' AND b.outcome = 'pending' ORDER BY b.player_id LIMIT $3
      ),
      locked AS MATERIALIZED (
        SELECT w.player_id, ${settleDay} AS day FROM wallet w WHERE w.player_id IN (SELECT player_id FROM due)
        ORDER BY w.player_id FOR NO KEY UPDATE
      ),
      settled AS (
        UPDATE aviator_bet b SET
          outcome = (CASE WHEN b.auto_hundredths <= d.crash_hundredths THEN 'win' ELSE 'loss' END)::bet_outcome,
          cash_out_hundredths = CASE WHEN b.auto_hundredths <= d.crash_hundredths THEN b.auto_hundredths END,
          amount_won = CASE WHEN b.auto_hundredths <= d.crash_hundredths THEN b.amount * b.auto_hundredths / 100 ELSE 0 END,
          settled_at = clock_timestamp()
        FROM due d JOIN locked USING (player_id) WHERE b.id = d.id AND b.outcome = 'pending'
        RETURNING b.*
      ),
      won AS MATERIALIZED (SELECT * FROM settled WHERE outcome = 'win'),
      ${creditWins(ledgerNames)}
      SELECT (SELECT count(*) FROM due)::integer AS settled, (SELECT array_agg(player_id) FROM credited) AS players`,
    values: [epoch, roundId, limit, siteTimeZone],
  });
  return { settled: row?.settled ?? 0, players: row?.players ?? [] };
};

/**
 * settling → finished, once no bet is pending. Leaves the epoch as it is: a newer round may be open under
 * the one before this leader's.
 */
export const finishRound = async (query: Query, epoch: bigint, roundId: bigint): Promise<boolean> =>
  (
    await query({
      name: 'aviator-finish',
      text: `WITH ${lease}
        UPDATE aviator_round r SET state = 'finished' FROM lease
        WHERE r.id = $2 AND r.state = 'settling'
          AND NOT EXISTS (SELECT FROM aviator_bet b WHERE b.round_id = r.id AND b.outcome = 'pending')
        RETURNING r.id`,
      values: [epoch, roundId],
    })
  ).length > 0;

export const findSettlingRounds = (query: Query): Promise<{ id: bigint }[]> =>
  query({
    name: 'aviator-settling',
    text: `SELECT id FROM aviator_round WHERE state = 'settling' ORDER BY id`,
    values: [],
  });

/** A void round reveals its link, and its pending bets go back; cashed-out bets stand. */
export const voidRound = async (
  query: Query,
  ended: { epoch: bigint; roundId: bigint; seed: Buffer; siteTimeZone: string },
): Promise<{ players: bigint[] } | undefined> => {
  const [row] = await query<{ ended: number; players: bigint[] | null }>({
    name: 'aviator-void',
    text: `WITH ${lease},
      ended AS (
        UPDATE aviator_round r SET state = 'void', seed = $3, finished_at = clock_timestamp(), epoch = lease.epoch
        FROM lease WHERE r.id = $2 AND r.state = 'flying' RETURNING r.id
      ),
      locked AS MATERIALIZED (
        SELECT w.player_id FROM wallet w
        WHERE w.player_id IN (SELECT b.player_id FROM aviator_bet b JOIN ended e ON e.id = b.round_id WHERE b.outcome = 'pending')
        ORDER BY w.player_id FOR NO KEY UPDATE
      ),
      voided AS (
        UPDATE aviator_bet b SET outcome = 'void', settled_at = clock_timestamp()
        FROM locked l WHERE b.round_id = $2 AND b.player_id = l.player_id AND b.outcome = 'pending' RETURNING b.*
      ),
      ${refundStakes({ ...ledgerNames, siteDay: siteDaySql('$4') })}
      SELECT (SELECT count(*) FROM ended)::integer AS ended, (SELECT array_agg(player_id) FROM refunded) AS players`,
    values: [ended.epoch, ended.roundId, ended.seed, ended.siteTimeZone],
  });
  return row && row.ended > 0 ? { players: row.players ?? [] } : undefined;
};

export interface ProofRow {
  id: bigint;
  state: AviatorState;
  link: number;
  commitment: Buffer;
  seed: Buffer | null;
  rtp_bp: number;
  /** Null until revealed. */
  crash_hundredths: number | null;
  chain_id: bigint;
  terminal_hash: Buffer;
  salt: Buffer;
  salt_source: 'install' | 'beacon';
}

export const findProof = async (query: Query, roundId: bigint): Promise<ProofRow | undefined> =>
  (
    await query<ProofRow>({
      name: 'aviator-proof',
      text: `SELECT r.id, r.state, r.link, r.commitment, r.seed, r.rtp_bp,
          CASE WHEN r.seed IS NOT NULL THEN r.crash_hundredths END AS crash_hundredths,
          c.id AS chain_id, c.terminal_hash, c.salt, c.salt_source
        FROM aviator_round r JOIN fairness_chain c ON c.id = r.chain_id WHERE r.id = $1`,
      values: [roundId],
    })
  )[0];
