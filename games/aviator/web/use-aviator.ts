/** What the page shows, read from the cache. */
import { useGameEvents, useGameLive } from '@fairground/game-kit/web';
import { useQuery } from '@tanstack/react-query';
import { useLiveMessage, useReconnected } from '@fairground/site-kit/live/use-live.ts';
import { betsQuery, crashesQuery, roundsQuery } from './api.ts';
import { aviatorCache } from './stage/cache.ts';
import { aviatorLive } from './live.ts';
import { betsInFlight, isFlying, noRounds, type AviatorRounds, type AviatorState } from './stage/state.ts';
import { usePace } from './use-pace.ts';

export interface Aviator extends AviatorState {
  rounds: AviatorRounds;
  betsFailed: boolean;
  crashesFailed: boolean;
  reload(): void;
}

export function useAviator(): Aviator {
  'use memo';
  const { data: rounds = noRounds } = useQuery(roundsQuery);
  const bets = useQuery(betsQuery);
  const ticks = usePace({
    isFlying: isFlying(rounds),
    // Until the bets are known there may be one.
    hasBet: bets.data === undefined || bets.data.some(({ outcome }) => outcome === 'pending'),
  });
  useGameLive(aviatorLive, ticks);
  const crashes = useQuery(crashesQuery);
  const { refetch: refetchBets } = bets;
  const { refetch: refetchCrashes } = crashes;
  const reload = (): void => {
    void refetchBets();
    void refetchCrashes();
  };
  useReconnected(reload);
  // An automatic cash-out is paid in flight, or a parachute opens: the balance shows it first.
  useLiveMessage('updatedUser_response', () => {
    if (betsInFlight(aviatorCache.state()).some((bet) => bet.autoCashOut !== null || bet.parachute))
      void refetchBets();
  });
  useGameEvents(aviatorCache.events, ({ type }) => {
    if (type === 'roundMissed') reload();
  });
  return {
    rounds,
    bets: bets.data,
    crashes: crashes.data,
    betsFailed: bets.isError && bets.data === undefined,
    crashesFailed: crashes.isError && crashes.data === undefined,
    reload,
  };
}
