/**
 * Commits waiting operations together. While one batch is under way the next ones gather; a batch
 * holds at most one operation of a player, so that each is judged by the balance before it. When a
 * batch fails as a whole its members are tried one by one, so that one bad member harms no other; not where
 * the database broke off, for then nobody knows whether the batch was committed.
 */
import { isUnavailable } from '../platform/postgres/database.ts';

export interface BatcherOptions<Operation, Outcome> {
  /** Runs a batch in one transaction and returns an outcome for each, in the same order. */
  run: (batch: readonly Operation[]) => Promise<Outcome[]>;
  playerOf: (operation: Operation) => bigint;
  maxBatch?: number;
  /** How many batches may be under way at once. */
  lanes?: number;
  /** How many may wait; one more is refused with `BatcherFull`. */
  maxWaiting?: number;
}

/** More is waiting than this process could answer in time. */
export class BatcherFull extends Error {}

interface Waiting<Operation, Outcome> {
  operation: Operation;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

export type Submit<Operation, Outcome> = (operation: Operation) => Promise<Outcome>;

export const createBatcher = <Operation, Outcome>({
  run,
  playerOf,
  maxBatch = 64,
  lanes = 2,
  maxWaiting = 5_000,
}: BatcherOptions<Operation, Outcome>): Submit<Operation, Outcome> => {
  let waiting: Waiting<Operation, Outcome>[] = [];
  let underWay = 0;
  const busyPlayers = new Set<bigint>();

  const takeBatch = (): Waiting<Operation, Outcome>[] => {
    const batch: Waiting<Operation, Outcome>[] = [];
    const rest: Waiting<Operation, Outcome>[] = [];
    for (const item of waiting) {
      const player = playerOf(item.operation);
      if (batch.length < maxBatch && !busyPlayers.has(player)) {
        busyPlayers.add(player);
        batch.push(item);
      } else rest.push(item);
    }
    waiting = rest;
    return batch;
  };

  const runOneByOne = async (batch: Waiting<Operation, Outcome>[]) => {
    for (const item of batch) {
      try {
        const [outcome] = await run([item.operation]);
        if (outcome === undefined) throw new Error('a batch of one returned no outcome');
        item.resolve(outcome);
      } catch (error) {
        item.reject(error);
      }
    }
  };

  const runBatch = async (batch: Waiting<Operation, Outcome>[]) => {
    try {
      const outcomes = await run(batch.map((item) => item.operation));
      if (outcomes.length !== batch.length) throw new Error('a batch returned too few outcomes');
      batch.forEach((item, index) => item.resolve(outcomes[index] as Outcome));
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) for (const item of batch) item.reject(error);
      else await runOneByOne(batch);
    } finally {
      for (const item of batch) busyPlayers.delete(playerOf(item.operation));
      underWay -= 1;
      pump();
    }
  };

  const pump = () => {
    while (underWay < lanes && waiting.length > 0) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      underWay += 1;
      void runBatch(batch);
    }
  };

  let pumpPlanned = false;
  return (operation) =>
    new Promise<Outcome>((resolve, reject) => {
      if (waiting.length >= maxWaiting) {
        reject(new BatcherFull('too many operations wait'));
        return;
      }
      waiting.push({ operation, resolve, reject });
      // Requests parsed in the same turn of the event loop share a batch.
      if (!pumpPlanned) {
        pumpPlanned = true;
        setImmediate(() => {
          pumpPlanned = false;
          pump();
        });
      }
    });
};
