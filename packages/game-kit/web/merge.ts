/**
 * The one rule by which what the page knows and what the server sends become one list. An entry is known by its id;
 * of two versions the later one stays, and of equal ones the one that came last. So an answer that was overtaken by
 * a live message takes nothing back.
 */
export interface MergeRule<Entry> {
  idOf: (entry: Entry) => string;
  /** Grows with each change of the entry, such as from pending to settled. */
  versionOf: (entry: Entry) => number;
  /** ISO instant; lists are newest first. */
  createdAtOf: (entry: Entry) => string;
  maxLength: number;
}

export const newerOf = <Entry>(known: Entry, received: Entry, versionOf: (entry: Entry) => number): Entry =>
  versionOf(known) > versionOf(received) ? known : received;

/** A list as the server has just listed it. Entries that are newer than the list stay before it. */
export function mergeList<Entry>(
  known: readonly Entry[],
  received: readonly Entry[],
  { idOf, versionOf, createdAtOf, maxLength }: MergeRule<Entry>,
): readonly Entry[] {
  const knownById = new Map(known.map((entry) => [idOf(entry), entry]));
  const merged = received.map((entry) => {
    const before = knownById.get(idOf(entry));
    return before === undefined ? entry : newerOf(before, entry, versionOf);
  });
  const receivedIds = new Set(received.map(idOf));
  const newest = received[0] === undefined ? '' : createdAtOf(received[0]);
  const notListedYet = known.filter((entry) => !receivedIds.has(idOf(entry)) && createdAtOf(entry) > newest);
  return [...notListedYet, ...merged].slice(0, maxLength);
}

/** One entry, from the answer of a call: replaced in its place, or the newest of the list. */
export function mergeEntry<Entry>(
  known: readonly Entry[],
  received: Entry,
  { idOf, versionOf, maxLength }: MergeRule<Entry>,
): readonly Entry[] {
  const at = known.findIndex((entry) => idOf(entry) === idOf(received));
  const before = known[at];
  if (before === undefined) return [received, ...known].slice(0, maxLength);
  return known.with(at, newerOf(before, received, versionOf));
}
