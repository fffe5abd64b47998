/** Works on several items within a step of an engine: one that fails does not stop the work on the others. */
import { isUnavailable } from '../platform/database/database.ts';

/**
 * Throws when all had their turn if some of them failed, so that the director logs and counts it; an unavailable
 * database is thrown immediately.
 */
export const workOnEach = async <Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const failed: { name: string; cause: unknown }[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (cause) {
      if (isUnavailable(cause)) throw cause;
      failed.push({ name: nameOf(item), cause });
    }
  }
  const [first] = failed;
  if (first)
    throw new Error(`failed for ${failed.map(({ name }) => name).join(', ')}`, { cause: first.cause });
};
