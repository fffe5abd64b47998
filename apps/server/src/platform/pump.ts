/**
 * Gathers items and handles them in batches: those that arrive in one turn of the event loop, or while earlier
 * batches are running, are part of the next one. A batch always begins after its items were added.
 */

import type { Clock } from './clock.ts';

/** Holds back small batches while another one runs, which cost more than they save: most of a batch is for its start. */
export interface OverlapRule {
  clock: Pick<Clock, 'setTimeout'>;
  /** A batch begins next to another one with so many items at least, and as many as the one that began last. */
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
  /** Items with the same key are never in concurrent batches, and are taken in their order. */
  keyOf?: (item: Item) => unknown;
  /** How many items with the same key a batch takes, so that many of one key leave room for the others. */
  maxPerKey?: number;
  /** Whether a batch may take an item together with an earlier one of its key; otherwise it waits for a later batch. */
  isCompatible?: (item: Item, earlier: Item) => boolean;
  /** How many items may wait. */
  maxWaiting?: number;
  /** Runs something in a later turn of the event loop. */
  defer?: (run: () => void) => void;
}

/** Adds an item; false where too many are waiting already. */
export type AddItem<Item> = (item: Item) => boolean;

export const createPump = <Item>({
  run,
  lanes = 1,
  overlap,
  maxBatch = Infinity,
  keyOf,
  maxPerKey = 1,
  isCompatible = () => true,
  maxWaiting = Infinity,
  defer = setImmediate,
}: PumpOptions<Item>): AddItem<Item> => {
  let waiting: Item[] = [];
  let underWay = 0;
  let newestSize = 0;
  let isPumpPlanned = false;
  let isLatePlanned = false;
  const busyKeys = new Set<unknown>();

  const takeBatch = (): Item[] => {
    const batch: Item[] = [];
    const rest: Item[] = [];
    const byKey = new Map<unknown, Item[]>();
    const takes = (item: Item): boolean => {
      if (batch.length >= maxBatch) return false;
      if (!keyOf) return true;
      const key = keyOf(item);
      if (busyKeys.has(key)) return false;
      const earlier = byKey.get(key);
      if (earlier === undefined) byKey.set(key, [item]);
      else if (earlier.length < maxPerKey && earlier.every((other) => isCompatible(item, other))) {
        earlier.push(item);
      } else {
        // Those of its key that come after it wait too.
        busyKeys.add(key);
        return false;
      }
      return true;
    };
    for (const item of waiting) (takes(item) ? batch : rest).push(item);
    for (const key of byKey.keys()) busyKeys.add(key);
    waiting = rest;
    return batch;
  };

  /** Whether what is waiting should wait for a batch that is under way. */
  const isHeldBack = ({ clock, minItems, afterMs }: OverlapRule): boolean => {
    if (underWay === 0 || waiting.length >= Math.max(minItems, newestSize)) return false;
    if (!isLatePlanned) {
      isLatePlanned = true;
      clock.setTimeout(() => {
        isLatePlanned = false;
        pump({ isLate: true });
      }, afterMs);
    }
    return true;
  };

  const pump = ({ isLate = false } = {}): void => {
    while (underWay < lanes && waiting.length > 0) {
      if (overlap && !isLate && isHeldBack(overlap)) return;
      const batch = takeBatch();
      if (batch.length === 0) return;
      underWay += 1;
      newestSize = batch.length;
      run(batch, () => {
        if (keyOf) for (const item of batch) busyKeys.delete(keyOf(item));
        underWay -= 1;
        pump();
      });
    }
  };

  return (item) => {
    if (waiting.length >= maxWaiting) return false;
    waiting.push(item);
    // With all lanes taken, the next batch that ends takes it along.
    if (isPumpPlanned || underWay >= lanes) return true;
    isPumpPlanned = true;
    defer(() => {
      isPumpPlanned = false;
      pump();
    });
    return true;
  };
};
