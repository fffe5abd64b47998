/** What a process knows of a round without a query, for presses that would only take places in a queue. */
import type { ShownRound } from './live-table.ts';

/**
 * `running` is open, in flight, or not known here yet; `just over` crashed last, so that its cash-outs may still be judged; what
 * is `over` has no bets that could be cashed out.
 */
export type RoundAge = 'running' | 'just over' | 'over';

export const roundAgeBy =
  (shownRound: () => ShownRound | undefined) =>
  (roundId: bigint): RoundAge => {
    const shown = shownRound();
    if (!shown || roundId >= BigInt(shown.roundId)) return 'running';
    return String(roundId) === shown.lastCrashId ? 'just over' : 'over';
  };
