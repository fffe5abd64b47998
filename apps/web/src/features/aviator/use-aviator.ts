/** Feeds Aviator's state from live messages, the two histories, and the player's own calls. */
import {
  aviatorCashOutAnswer,
  aviatorCreateAnswer,
  aviatorGlobalHistory,
  aviatorUserHistory,
} from '@fairground/game-aviator/contract';
import type { AviatorBet } from '@fairground/game-aviator/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { postCoins, request } from '../../shared/api/request.ts';
import { useLiveMessage, useReconnected, useTopic } from '../../shared/realtime/use-live.ts';
import { setUser } from '../../shared/session/session.ts';
import { aviatorReducer, initialAviatorState } from './aviator-state.ts';
import type { AviatorState } from './aviator-state.ts';

export type Aviator = {
  state: AviatorState;
  betsFailed: boolean;
  crashesFailed: boolean;
  reload(): void;
  /** Throws `ApiError` when refused. */
  placeBet(amount: number, autoCashOut: number | null): Promise<AviatorBet>;
  cashOut(roundId: string, crashMultiplier: number): Promise<AviatorBet>;
};

export function useAviator(): Aviator {
  const [state, dispatch] = useReducer(aviatorReducer, initialAviatorState);
  const bets = useQuery({
    queryKey: ['aviator', 'userHistory'],
    queryFn: ({ signal }) => request('/aviator/userHistory', { answer: aviatorUserHistory, signal }),
    staleTime: 0,
  });
  const crashes = useQuery({
    queryKey: ['aviator', 'globalHistory'],
    queryFn: ({ signal }) => request('/aviator/globalHistory', { answer: aviatorGlobalHistory, signal }),
    staleTime: 0,
  });
  const { refetch: refetchBets } = bets;
  const { refetch: refetchCrashes } = crashes;

  useTopic('aviator');
  useLiveMessage('aviatorDrawResult_response', (payload) =>
    dispatch(payload.success ? { type: 'draw', draw: payload.data } : { type: 'drawFailed' }),
  );
  useLiveMessage('aviatorCountdown_response', (payload) =>
    dispatch(payload.success ? { type: 'countdown', countdown: payload.data } : { type: 'countdownFailed' }),
  );

  useEffect(() => {
    if (bets.data) dispatch({ type: 'betsLoaded', bets: bets.data });
  }, [bets.data, bets.dataUpdatedAt]);
  useEffect(() => {
    if (crashes.data) dispatch({ type: 'crashesLoaded', crashes: crashes.data });
  }, [crashes.data, crashes.dataUpdatedAt]);

  const reload = (): void => {
    void refetchBets();
    void refetchCrashes();
  };
  useReconnected(reload);
  useEffect(() => {
    if (state.missed === 0) return;
    void refetchBets();
    void refetchCrashes();
  }, [state.missed, refetchBets, refetchCrashes]);

  return {
    state,
    betsFailed: bets.isError && state.bets === null,
    crashesFailed: crashes.isError && state.crashes === null,
    reload,
    async placeBet(amount, autoCashOut) {
      const body = {
        amount,
        ...(autoCashOut === null ? {} : { autoCashOut }),
        ...(state.next === null ? {} : { roundId: state.next.roundId }),
      };
      const answer = await postCoins('/aviator/create', body, aviatorCreateAnswer);
      setUser(answer.user);
      dispatch({ type: 'betPlaced', bet: answer.bet });
      return answer.bet;
    },
    async cashOut(roundId, crashMultiplier) {
      const answer = await postCoins('/aviator/cashout', { roundId, crashMultiplier }, aviatorCashOutAnswer);
      setUser(answer.user);
      dispatch({ type: 'cashedOut', bet: answer.aviatorBidSave });
      return answer.aviatorBidSave;
    },
  };
}
