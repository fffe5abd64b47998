/** The outcomes of calls that move coins, one word each. */
import type { Committed } from '../src/ledger/commit-together.ts';

/** `done`, `replayed` where it is the repeat of an earlier call, or the code of the refusal. */
export const outcomeOf = (committed: Committed<unknown>): string => {
  if (committed.ok) return committed.value.isReplay ? 'replayed' : 'done';
  return committed.code;
};

export const countOutcomes = (results: readonly Committed<unknown>[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const result of results) {
    const name = outcomeOf(result);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

/** The text of the answer; the code where there is none. */
export const textOf = (committed: Committed<unknown>): string =>
  committed.ok ? committed.value.text : committed.code;
