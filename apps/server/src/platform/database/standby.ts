/**
 * Reads that may be `maxLagMs` old, on one of the servers that an address names and that is a standby. The primary answers
 * where there is none that is recent enough, and whatever fails on a standby.
 */
import type pg from 'pg';
import type { Database, DatabaseAddress } from './database.ts';
import { isRecent, readLeaseNow } from './sql/standby.sql.ts';

/** How old an answer of a standby is at most. */
export const maxLagMs = 5_000;
/** Only while something is read. */
const checkEveryMs = 1_000;
/** A check counts for this long from its beginning, so that the next one is over by then. */
const countsForMs = 2_000;

type Query = Database['query'];

export interface Standby {
  /** Undefined where no standby is known to be recent, and if `read` fails there. */
  read<Result>(read: (query: Query) => Promise<Result>): Promise<Result | undefined>;
  /** The server in use may be the primary by now. Waits for nothing, so that a silent one delays no shutdown. */
  leave(): void;
}

export interface StandbyOptions {
  /** The servers that do not take writes, as far as is known. */
  candidates(): readonly DatabaseAddress[];
  openPool(address: DatabaseAddress): pg.Pool;
  toQuery(pool: pg.Pool): Query;
  queryPrimary: Query;
}

export const createStandby = ({ candidates, openPool, toQuery, queryPrimary }: StandbyOptions): Standby => {
  let pool: pg.Pool | undefined;
  /** Processes spread over the standbys. */
  let turn = Math.floor(Math.random() * 1_000);
  let checkedAtMs = -Infinity;
  let recentUntilMs = 0;
  let isChecking = false;

  /** The next check looks at another server. */
  const drop = (failed: pg.Pool | undefined): void => {
    if (pool !== failed) return;
    pool = undefined;
    recentUntilMs = 0;
    turn += 1;
    void failed?.end();
  };

  const check = async (nowMs: number): Promise<void> => {
    if (candidates().length === 0) return;
    const lease = await readLeaseNow.first(queryPrimary);
    const addresses = candidates();
    const address = addresses[turn % addresses.length];
    if (address === undefined) return;
    const asked = (pool ??= openPool(address));
    try {
      const maxAgeMs = maxLagMs - countsForMs;
      const found = lease && (await isRecent.first(toQuery(asked), { ...lease, maxAgeMs }));
      if (found?.recent !== true) drop(asked);
      else if (pool === asked) recentUntilMs = nowMs + countsForMs;
    } catch {
      drop(asked);
    }
  };

  return {
    async read(read) {
      const nowMs = performance.now();
      if (!isChecking && nowMs >= checkedAtMs + checkEveryMs) {
        [isChecking, checkedAtMs] = [true, nowMs];
        // Nobody waits for it: the primary answers meanwhile.
        void check(nowMs)
          .catch(() => undefined)
          .finally(() => (isChecking = false));
      }
      if (pool === undefined || nowMs >= recentUntilMs) return undefined;
      const used = pool;
      try {
        return await read(toQuery(used));
      } catch {
        drop(used);
        return undefined;
      }
    },
    leave: () => drop(pool),
  };
};
