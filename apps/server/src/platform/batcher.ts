/** Operations that share statements: each is submitted separately, waits for its batch, and gets its own outcome. */
import { createPump, type PumpOptions } from './pump.ts';

export interface BatcherOptions<Operation, Outcome> extends Omit<PumpOptions<Operation>, 'run'> {
  /** Returns an outcome for each operation, in the same order. */
  run: (batch: readonly Operation[]) => Promise<readonly Outcome[]>;
  /** The outcome where `maxWaiting` are waiting already. */
  full?: Outcome;
  /** The outcome where `maxWaitingPerKey` are waiting already. */
  fullForKey?: Outcome;
  /**
   * Whether the members of a batch that failed with this error are tried one by one, so that one bad member harms no
   * other.
   */
  isRetriedAlone?: (error: unknown) => boolean;
}

interface Waiting<Operation, Outcome> {
  operation: Operation;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

export type Submit<Operation, Outcome> = (operation: Operation) => Promise<Outcome>;

export const createBatcher = <Operation, Outcome>({
  run,
  keyOf,
  full,
  fullForKey,
  isRetriedAlone = () => false,
  lanes = 2,
  ...options
}: BatcherOptions<Operation, Outcome>): Submit<Operation, Outcome> => {
  type Item = Waiting<Operation, Outcome>;

  const runTogether = async (batch: readonly Item[]): Promise<void> => {
    const outcomes = await run(batch.map(({ operation }) => operation));
    if (outcomes.length !== batch.length) throw new Error('a batch has another number of outcomes');
    batch.forEach(({ resolve }, index) => resolve(outcomes[index] as Outcome));
  };

  const runBatch = async (batch: readonly Item[]): Promise<void> => {
    try {
      await runTogether(batch);
    } catch (error) {
      if (batch.length === 1 || !isRetriedAlone(error)) for (const { reject } of batch) reject(error);
      else for (const item of batch) await runTogether([item]).catch(item.reject);
    }
  };

  const add = createPump<Item>({
    ...options,
    lanes,
    ...(keyOf === undefined ? {} : { keyOf: ({ operation }) => keyOf(operation) }),
    run: (batch, done) => void runBatch(batch).finally(done),
  });
  return (operation) =>
    new Promise((resolve, reject) => {
      const added = add({ operation, resolve, reject });
      if (added === 'added') return;
      const refusal = added === 'full' ? full : fullForKey;
      if (refusal === undefined) reject(new Error('too many operations are waiting'));
      else resolve(refusal);
    });
};
