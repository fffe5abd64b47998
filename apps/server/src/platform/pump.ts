/**
 * Gathers items and handles them in batches: those that arrive in one turn of the event loop, or while earlier
 * batches are running, are part of the next one. A batch always begins after its items were added.
 */

import type { Clock } from './clock.ts';

/**
 * Holds back small batches while another one runs, which cost more than they save: most of a batch is for its start.
 */
export interface OverlapRule {
  clock: Pick<Clock, 'setTimeout'>;
  /** Minimum size of a batch that may start while another runs; it also has to be as large as the newest one. */
  minItems: number;
  /** Or after this time, so that nobody waits for a batch that takes long. */
  afterMs: number;
}

export interface PumpOptions<Item> {
  /** Handles a batch, and calls `done` once when the next one may begin. */
  run(batch: readonly Item[], done: () => void): void;
  /** How many batches may run at the same time. */
  lanes?: number;
  /** When a batch may begin next to others; whenever a lane is free, unless it is given. */
  overlap?: OverlapRule;
  maxBatch?: number;
  /** Items with the same key are handled one after the other, in their order. Keys take turns. */
  keyOf?: (item: Item) => unknown;
  /** How many items may wait. */
  maxWaiting?: number;
  /** How many of them may have the same key, so that one key cannot take all places. */
  maxWaitingPerKey?: number;
  /** Runs something in a later turn of the event loop. */
  defer?: (run: () => void) => void;
}

/** Adds an item, unless too many are waiting: in all, or of its key. */
export type AddItem<Item> = (item: Item) => 'added' | 'full' | 'full for key';

/** What waits of one key. */
interface Line<Item> {
  key: unknown;
  items: Item[];
}

export const createPump = <Item>({
  run,
  lanes = 1,
  overlap,
  maxBatch = Infinity,
  // Without keys each item has a line to itself.
  keyOf = () => ({}),
  maxWaiting = Infinity,
  maxWaitingPerKey = Infinity,
  defer = setImmediate,
}: PumpOptions<Item>): AddItem<Item> => {
  /** Lines, by key, with items that wait or that are part of a batch. */
  const lines = new Map<unknown, Line<Item>>();
  /** Lines with items that wait and none in a batch, in the order of their turns. */
  const ready = new Set<Line<Item>>();
  let waitingCount = 0;
  let runningBatches = 0;
  let newestSize = 0;
  let isPumpPlanned = false;
  let isFlushScheduled = false;

  /** The first item of each line that is ready. Looks at no more lines than the batch has items. */
  const takeBatch = (): { batch: Item[]; from: Line<Item>[] } => {
    const batch: Item[] = [];
    const from: Line<Item>[] = [];
    for (const line of ready) {
      if (batch.length >= maxBatch) break;
      // A line is ready only while it has items.
      batch.push(line.items.shift() as Item);
      from.push(line);
    }
    for (const line of from) ready.delete(line);
    waitingCount -= batch.length;
    return { batch, from };
  };

  const endBatch = (from: readonly Line<Item>[]): void => {
    for (const line of from) {
      if (line.items.length > 0) ready.add(line);
      else lines.delete(line.key);
    }
  };

  /** Whether what is waiting should wait for a batch that is under way. */
  const isHeldBack = ({ clock, minItems, afterMs }: OverlapRule): boolean => {
    if (runningBatches === 0 || waitingCount >= Math.max(minItems, newestSize)) return false;
    if (!isFlushScheduled) {
      isFlushScheduled = true;
      clock.setTimeout(() => {
        isFlushScheduled = false;
        pump({ isLate: true });
      }, afterMs);
    }
    return true;
  };

  const pump = ({ isLate = false } = {}): void => {
    while (runningBatches < lanes && ready.size > 0) {
      if (overlap && !isLate && isHeldBack(overlap)) return;
      const { batch, from } = takeBatch();
      runningBatches += 1;
      newestSize = batch.length;
      run(batch, () => {
        endBatch(from);
        runningBatches -= 1;
        pump();
      });
    }
  };

  const lineOf = (item: Item): Line<Item> => {
    const key = keyOf(item);
    const known = lines.get(key);
    if (known) return known;
    const line = { key, items: [] };
    lines.set(key, line);
    ready.add(line);
    return line;
  };

  return (item) => {
    if (waitingCount >= maxWaiting) return 'full';
    const line = lineOf(item);
    if (line.items.length >= maxWaitingPerKey) return 'full for key';
    line.items.push(item);
    waitingCount += 1;
    // With all lanes taken, the next batch that ends takes it along.
    if (isPumpPlanned || runningBatches >= lanes) return 'added';
    isPumpPlanned = true;
    defer(() => {
      isPumpPlanned = false;
      pump();
    });
    return 'added';
  };
};
