/**
 * Look-ups by key that share statements: those that arrive in one turn of the event loop, or while others are
 * under way, go out together with the next one. The statement always begins after the call.
 */

export interface BatchedLookupOptions<Key, Value> {
  /** One statement for all of these keys; a key that is missing from its answer is not found. */
  run: (keys: readonly Key[]) => Promise<(key: Key) => Value | undefined>;
  /** How many statements may be under way at once, so that one slow answer does not delay everybody. */
  lanes?: number;
  maxBatch?: number;
}

interface Waiting<Key, Value> {
  key: Key;
  resolve: (value: Value | undefined) => void;
  reject: (error: unknown) => void;
}

export const createBatchedLookup = <Key, Value>({
  run,
  lanes = 2,
  maxBatch = 256,
}: BatchedLookupOptions<Key, Value>): ((key: Key) => Promise<Value | undefined>) => {
  let waiting: Waiting<Key, Value>[] = [];
  let underWay = 0;
  let isPumpPlanned = false;

  const answer = async (batch: readonly Waiting<Key, Value>[]): Promise<void> => {
    try {
      const valueOf = await run(batch.map(({ key }) => key));
      for (const { key, resolve } of batch) resolve(valueOf(key));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const pump = (): void => {
    while (underWay < lanes && waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      underWay += 1;
      void answer(batch).finally(() => {
        underWay -= 1;
        pump();
      });
    }
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (isPumpPlanned) return;
      isPumpPlanned = true;
      setImmediate(() => {
        isPumpPlanned = false;
        pump();
      });
    });
};
