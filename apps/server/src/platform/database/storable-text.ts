/**
 * U+0000 is the one character that PostgreSQL stores in no text. Nothing here has a use for it, so input that contains
 * one is refused at the edge, before it is used in a query.
 */

/** Whether every text and name within a parsed value can be stored; without recursion, however deep it is. */
export const isStorable = (value: unknown): boolean => {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') {
      if (next.includes('\0')) return false;
    } else if (typeof next === 'object' && next !== null) {
      for (const [name, part] of Object.entries(next)) waiting.push(name, part);
    }
  }
  return true;
};

/**
 * A document for a column of type jsonb, which refuses half a surrogate pair; as text it would be stored
 * as U+FFFD, and so it is here.
 */
export const toStorableJson = (value: object): string =>
  JSON.stringify(value, (_name, part: unknown) => (typeof part === 'string' ? part.toWellFormed() : part));
