/** Plays a plan round by round, until it ends by itself or is ended. Starts nothing after an end. */
import { beginAutoPlay, nextMove, recordRound } from './plan.ts';
import type { AutoPlayLimits, AutoPlayPlan, AutoPlayState, EndReason, RoundOutcome } from './plan.ts';

/** What a game supplies. */
export interface AutoPlayGame {
  limits: AutoPlayLimits;
  /** The player's balance now. */
  balance(): number;
  /**
   * Plays one round with a stake: waits until a stake is taken, places it, and resolves with what the round came to.
   * A signal that is aborted before the stake was placed rejects with its reason.
   */
  playRound(stake: number, signal: AbortSignal): Promise<RoundOutcome>;
}

export interface AutoPlayEnd {
  reason: EndReason;
  /** What the site or the network refused a stake with. */
  error?: unknown;
}

interface RunOptions {
  plan: AutoPlayPlan;
  game: AutoPlayGame;
  /** Aborted with an `EndReason`. */
  signal: AbortSignal;
  /** Whether an error means that the site cannot be reached. */
  isUnreachable: (error: unknown) => boolean;
  onState: (state: AutoPlayState) => void;
}

export async function runAutoPlay(options: RunOptions): Promise<AutoPlayEnd> {
  const { plan, game, signal, onState } = options;
  let state = beginAutoPlay(plan, game.limits);
  onState(state);
  for (;;) {
    if (signal.aborted) return { reason: signal.reason as EndReason };
    const move = nextMove(state, game.balance());
    if (!move.play) return { reason: move.reason };
    try {
      state = recordRound(state, await game.playRound(move.stake, signal));
    } catch (error) {
      if (signal.aborted && error === signal.reason) return { reason: signal.reason as EndReason };
      return { reason: options.isUnreachable(error) ? 'connection' : 'refused', error };
    }
    onState(state);
  }
}
