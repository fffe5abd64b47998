/**
 * One director in a cluster. The process that renewed the lease row last leads; a lease that was not renewed for
 * `expiresMs` may be taken, which raises the epoch. Engine writes check the epoch themselves, so this
 * class only has to be right about who should try.
 */
import type { RowOf } from '@fairground/sql';
import type { Database } from '../platform/database/database.ts';
import * as sql from './sql/lease.sql.ts';

export const renewEveryMs = 1_000;
export const expiresMs = 3_000;
/** A leader that has not renewed for this long was suspended: it renews before another step. */
export const staleAfterMs = 2 * renewEveryMs;

/** A period without a leader, on the database's clock. */
export interface Gap {
  fromMs: number;
  untilMs: number;
}

const toLeadership = (row: RowOf<typeof sql.takeLease>) => ({
  epoch: row.epoch,
  /** The database's clock when the lease was last renewed or taken. */
  renewedAtMs: row.now.getTime(),
  /** What passed unled before this renewal. */
  gap: { fromMs: row.before.getTime(), untilMs: row.now.getTime() } satisfies Gap,
});

export type Leadership = ReturnType<typeof toLeadership>;

/**
 * Takes the lease if it has run out, or was renewed later than it is now: then the clock was set back since. Not if
 * its epoch is older than the newest that is known: then the database was set back.
 */
export const takeLease = async (
  database: Pick<Database, 'query'>,
  holder: string,
  newest = 0n,
): Promise<Leadership | undefined> => {
  const row = await sql.takeLease.first(database.query, { holder, expiresMs, newest });
  return row && toLeadership(row);
};

/** Renews the lease of this epoch; undefined when another process has taken it. */
export const renewLease = async (
  database: Pick<Database, 'query'>,
  epoch: bigint,
): Promise<Leadership | undefined> => {
  const row = await sql.renewLease.first(database.query, { epoch, expiresMs });
  return row && toLeadership(row);
};

export const readEpoch = async (database: Pick<Database, 'query'>): Promise<bigint> =>
  (await sql.readEpoch.first(database.query))?.epoch ?? 0n;

/** Gives the lease back at a clean stop, so that the next director need not wait for it to run out. */
export const releaseLease = async (database: Pick<Database, 'query'>, epoch: bigint): Promise<void> => {
  await sql.releaseLease.run(database.query, { epoch });
};

/**
 * The gap to judge by after a renewal: a short one changes nothing, and one that follows another directly
 * continues it. None ends later than now: if the clock was set forward and back, what follows would lie in it for as
 * long as the step was.
 */
export const nextGap = (gap: Gap, unled: Gap): Gap => {
  const nowMs = unled.untilMs;
  if (nowMs - unled.fromMs <= staleAfterMs) return { ...gap, untilMs: Math.min(gap.untilMs, nowMs) };
  return unled.fromMs === gap.untilMs ? { fromMs: gap.fromMs, untilMs: nowMs } : unled;
};

/** How much of a stretch of time lies in a gap, in milliseconds. */
export const overlapMs = (gap: Gap, fromMs: number, untilMs: number): number =>
  Math.max(0, Math.min(gap.untilMs, untilMs) - Math.max(gap.fromMs, fromMs));
