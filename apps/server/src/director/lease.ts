/**
 * One director in a cluster. Whoever renewed the lease row last leads; a lease that was not renewed for
 * `expiresMs` may be taken, which raises the epoch. Engine writes check the epoch themselves, so this
 * class only has to be right about who should try.
 */
import type { Database } from '../platform/database.ts';

export const renewEveryMs = 1_000;
export const expiresMs = 3_000;

/** A time in which nobody led, on the database's clock. */
export interface Gap {
  fromMs: number;
  untilMs: number;
}

export interface Leadership {
  epoch: bigint;
  /** The database's clock when the lease was last renewed or taken. */
  renewedAtMs: number;
  /** What passed unled before this renewal. */
  gap: Gap;
}

interface LeaseRow {
  epoch: bigint;
  before: Date;
  now: Date;
}

const toLeadership = (row: LeaseRow): Leadership => ({
  epoch: row.epoch,
  renewedAtMs: row.now.getTime(),
  gap: { fromMs: row.before.getTime(), untilMs: row.now.getTime() },
});

/** Takes the lease if it has run out, or was renewed later than it is now: then the clock was set back since. */
export const takeLease = async (database: Database, holder: string): Promise<Leadership | undefined> => {
  const [row] = await database.query<LeaseRow>({
    name: 'lease-take',
    text: `WITH before AS (SELECT renewed_at FROM director_lease)
      UPDATE director_lease l SET epoch = l.epoch + 1, holder = $1, renewed_at = clock_timestamp()
      FROM before
      WHERE l.holder IS NULL OR l.renewed_at < clock_timestamp() - $2 * interval '1 ms'
        OR l.renewed_at > clock_timestamp() + $2 * interval '1 ms'
      RETURNING l.epoch, before.renewed_at AS before, l.renewed_at AS now`,
    values: [holder, expiresMs],
  });
  return row && toLeadership(row);
};

/** Renews the lease of this epoch; undefined when another took it meanwhile. */
export const renewLease = async (database: Database, epoch: bigint): Promise<Leadership | undefined> => {
  const [row] = await database.query<LeaseRow>({
    name: 'lease-renew',
    text: `WITH before AS (SELECT renewed_at FROM director_lease)
      UPDATE director_lease l SET renewed_at = clock_timestamp() FROM before WHERE l.epoch = $1
      RETURNING l.epoch, before.renewed_at AS before, l.renewed_at AS now`,
    values: [epoch],
  });
  return row && toLeadership(row);
};

/** Gives the lease back at a clean stop, so that the next director need not wait for it to run out. */
export const releaseLease = async (database: Database, epoch: bigint): Promise<void> => {
  await database.query({
    name: 'lease-release',
    text: `UPDATE director_lease SET holder = NULL WHERE epoch = $1`,
    values: [epoch],
  });
};

/** How much of a stretch of time lies in a gap, in milliseconds. */
export const overlapMs = (gap: Gap, fromMs: number, untilMs: number): number =>
  Math.max(0, Math.min(gap.untilMs, untilMs) - Math.max(gap.fromMs, fromMs));
