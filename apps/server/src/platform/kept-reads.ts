/** Keeps what was read of things that no longer change, up to a size; what was used least recently goes first. */

interface KeptReads<Value> {
  /** Whether the value can never change again. Others are answered, and read again for the next caller. */
  isFinal: (value: Value) => boolean;
  sizeOf: (value: Value) => number;
  /** The size of all kept values together. The newest one is kept even if it is larger. */
  maxSize: number;
}

interface Entry<Value> {
  value: Promise<Value>;
  /** 0 while it is read. */
  size: number;
}

/** `read` is called if nothing is kept under the key, and no other read of it is under way. */
export type FindKept<Key, Value> = (key: Key, read: () => Promise<Value>) => Promise<Value>;

export const keepReads = <Key, Value>({
  isFinal,
  sizeOf,
  maxSize,
}: KeptReads<Value>): FindKept<Key, Value> => {
  /** In the order of their use. */
  const kept = new Map<Key, Entry<Value>>();
  let size = 0;

  const drop = (key: Key, entry: Entry<Value>): void => {
    if (kept.delete(key)) size -= entry.size;
  };

  const measure = (entry: Entry<Value>, value: Value): void => {
    entry.size = sizeOf(value);
    size += entry.size;
    for (const [key, each] of kept) {
      if (size <= maxSize) return;
      if (each !== entry && each.size > 0) drop(key, each);
    }
  };

  const begin = (key: Key, read: () => Promise<Value>): Entry<Value> => {
    const entry: Entry<Value> = { value: read(), size: 0 };
    kept.set(key, entry);
    entry.value.then(
      (value) => (isFinal(value) ? measure(entry, value) : drop(key, entry)),
      () => drop(key, entry),
    );
    return entry;
  };

  return async (key, read) => {
    const found = kept.get(key);
    if (!found) return begin(key, read).value;
    kept.delete(key);
    kept.set(key, found);
    const value = await found.value;
    if (isFinal(value)) return value;
    // That read may have begun before the value became final, and this caller may have asked after it.
    return (kept.get(key) ?? begin(key, read)).value;
  };
};
