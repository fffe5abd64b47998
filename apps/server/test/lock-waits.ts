/** For tests of two connections: one holds a lock, and the other is seen to wait for it. */
import type { Database } from '../src/platform/database/database.ts';
import { until } from './player-client.ts';
import { queryAsOwner } from './query-as-owner.ts';

/** Waits until a statement that contains a text waits for a lock, or until `ended`; returns whether it waits. */
export const waitsForLock = async (
  database: Pick<Database, 'transaction'>,
  text: string,
  ended: Promise<unknown>,
): Promise<boolean> => {
  let hasEnded = false;
  void ended.catch(() => undefined).finally(() => (hasEnded = true));
  let isWaiting = false;
  await until(`"${text}" waits for a lock or has ended`, async () => {
    const waiting = await queryAsOwner(
      database,
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND position($1 IN query) > 0`,
      [text],
    );
    isWaiting = waiting.length > 0;
    return isWaiting || hasEnded;
  });
  return isWaiting;
};
