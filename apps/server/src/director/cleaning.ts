/**
 * Deletes rows that nobody needs any more, a batch at a time, so that no statement locks many rows or fills the
 * write-ahead log. Only the director does it, and each statement checks its epoch.
 */
import type { Engine } from './director.ts';

export interface CleaningRule {
  /** What is deleted, for the log and the metrics. */
  name: string;
  /** Deletes up to `maxRows` rows; returns how many were there. */
  deleteBatch(epoch: bigint, maxRows: number): Promise<number>;
}

export interface CleaningDeps {
  rules: readonly CleaningRule[];
  recordDeleted: (name: string, rows: number) => void;
}

export const cleaningBatchRows = 5_000;
/** Between two batches others write: a rule with many rows takes its time. */
const betweenBatchesMs = 200;
const everyMs = 10 * 60_000;

export const createCleaning = ({ rules, recordDeleted }: CleaningDeps): Engine => {
  let next = 0;
  return {
    name: 'cleaning',
    async step({ epoch }) {
      const rule = rules[next];
      if (!rule) {
        next = 0;
        return everyMs;
      }
      // One that fails is tried again in the next turn, after the others.
      next += 1;
      const deleted = await rule.deleteBatch(epoch, cleaningBatchRows);
      if (deleted > 0) recordDeleted(rule.name, deleted);
      if (deleted === cleaningBatchRows) next -= 1;
      return betweenBatchesMs;
    },
  };
};
