/**
 * Records presses that arrived after the crash, to tell their players by how much they were late. Refusals do not
 * wait for it: presses are collected and written together, and those that are not written when the process is
 * killed are lost.
 */
import type { CleaningRule } from '@fairground/server/director/cleaning';
import { createPump } from '@fairground/server/platform/pump';
import type { Database } from '@fairground/server/platform/database/database';
import * as sql from './sql/bets.sql.ts';

export interface LatePress {
  betId: bigint;
  /** After the crash, by the clock that judged it. */
  lateMs: number;
}

/** As the table's check. */
const maxLateMs = 60_000;
/** More than players of a full round press in a second. Beyond it presses are dropped, as at a kill. */
const maxWaiting = 20_000;

export const createLatePresses = ({ query }: Pick<Database, 'query'>, failed: (error: unknown) => void) => {
  const write = async (batch: readonly LatePress[]): Promise<void> => {
    await sql.recordLatePresses.run(query, batch);
  };
  const add = createPump<LatePress>({
    maxBatch: 500,
    maxWaiting,
    run: (batch, done) => void write(batch).catch(failed).finally(done),
  });
  return {
    /** One that arrived later than a minute after the crash is not recorded. */
    add(press: LatePress) {
      if (press.lateMs >= 0 && press.lateMs <= maxLateMs) add(press);
    },
  };
};

export type LatePresses = ReturnType<typeof createLatePresses>;

const storedDays = 365;

/** Older presses, which pages of rounds no longer tell their players about. */
export const latePressCleaning = ({ query }: Pick<Database, 'query'>): CleaningRule => ({
  name: 'late presses',
  async deleteBatch(epoch, maxRows) {
    const row = await sql.deleteLatePresses.first(query, { epoch, storedDays, maxRows });
    return row?.deleted ?? 0;
  },
});
