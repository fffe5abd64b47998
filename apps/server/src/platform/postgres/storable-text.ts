/**
 * U+0000 is the one character that PostgreSQL keeps in no text. Nothing here has a use for it, so what holds
 * one is refused at the edge, before it is asked after or written down.
 */

/** Whether every text and name within a parsed value could be kept; without recursion, however deep it is. */
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
