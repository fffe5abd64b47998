/** What a game gives to auto-play. */
import type { ReactNode } from 'react';
import type { AutoPlayLimits, RoundOutcome } from './plan.ts';

/** What a game supplies. What is set on the page is read when the player starts, and stays for the run. */
export interface AutoPlaySetup {
  limits: AutoPlayLimits;
  /** Null where what is typed is no stake. */
  firstStake: number | null;
  /** The largest that the balance allows. */
  maxStake: number;
  /** One sentence: how each round is played, such as the multiplier it cashes out at. */
  how: string;
  /** One sentence: what comes back on average. */
  returns: string;
  /** Why it cannot start as the page is set; null where it can. */
  obstacle: string | null;
  /** More fields for the form. */
  fields?: ReactNode;
  /**
   * Plays one round: waits until a stake is taken, places it, and resolves with what the round came to.
   * Where the signal is aborted before the stake was placed, it rejects with its reason; a round that
   * was begun is played to its end.
   */
  playRound(stake: number, signal: AbortSignal): Promise<RoundOutcome>;
}

/** Waits that long, so that a player sees how a round ended; ends early with the signal. */
export const pauseBetweenRounds = (signal: AbortSignal, ms = 1_000): Promise<void> =>
  new Promise((resume) => {
    const timer = setTimeout(resume, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resume();
    });
  });
