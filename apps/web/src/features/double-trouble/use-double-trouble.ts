/** Feeds Double Trouble's state from live messages, the status, the history, and the player's own calls. */
import {
  doubleTroubleCreateAnswer,
  doubleTroubleStatusSchema,
  doubleTroubleUserHistory,
} from '@fairground/game-double-trouble/contract';
import type { DoubleTroubleBet, DoubleTroubleCreateBody } from '@fairground/game-double-trouble/contract';
import type { GamesConfig } from '@fairground/contract/config';
import type { DoubleTroubleMax } from '@fairground/game-double-trouble/rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { useGamesConfig } from '../../shared/api/games-config.ts';
import { postCoins, request } from '../../shared/api/request.ts';
import { useLiveMessage, useReconnected, useTopic } from '../../shared/realtime/use-live.ts';
import { setUser } from '../../shared/session/session.ts';
import { doubleTroubleReducer, initialDoubleTroubleState } from './double-trouble-state.ts';
import type { DoubleTroubleState } from './double-trouble-state.ts';

export type DoubleTrouble = {
  state: DoubleTroubleState;
  /** The game's figures; undefined while they load. */
  config: GamesConfig['doubleTrouble'] | undefined;
  betsFailed: boolean;
  reload(): void;
  /** Throws `ApiError` when refused. */
  placeBet(bet: Omit<DoubleTroubleCreateBody, 'drawId'>): Promise<DoubleTroubleBet>;
};

export function useDoubleTrouble(): DoubleTrouble {
  const [state, dispatch] = useReducer(doubleTroubleReducer, initialDoubleTroubleState);
  const config = useGamesConfig().data?.doubleTrouble;
  const max = config?.max === 50 ? 50 : config?.max === 30 ? 30 : (null satisfies DoubleTroubleMax | null);
  const status = useQuery({
    queryKey: ['doubleTrouble', 'status'],
    queryFn: ({ signal }) => request('/doubleTrouble/status', { answer: doubleTroubleStatusSchema, signal }),
    staleTime: 0,
  });
  const bets = useQuery({
    queryKey: ['doubleTrouble', 'userHistory'],
    queryFn: ({ signal }) =>
      request('/doubleTrouble/userHistory', { answer: doubleTroubleUserHistory, signal }),
    staleTime: 0,
  });
  const { refetch: refetchStatus } = status;
  const { refetch: refetchBets } = bets;

  useTopic('doubleTrouble');
  useLiveMessage('doubleTroubleStatus_response', (payload) =>
    dispatch(payload.success ? { type: 'status', status: payload.data, max } : { type: 'statusFailed' }),
  );

  useEffect(() => {
    if (status.data) dispatch({ type: 'status', status: status.data, max });
  }, [status.data, status.dataUpdatedAt, max]);
  useEffect(() => {
    if (status.isError) dispatch({ type: 'statusFailed' });
  }, [status.isError, status.errorUpdatedAt]);
  useEffect(() => {
    if (bets.data) dispatch({ type: 'betsLoaded', bets: bets.data, max });
  }, [bets.data, bets.dataUpdatedAt, max]);

  const reload = (): void => {
    void refetchStatus();
    void refetchBets();
  };
  useReconnected(reload);
  // Something changed the player: a bet placed elsewhere, or a settlement.
  useLiveMessage('updatedUser_response', () => void refetchBets());
  useEffect(() => {
    if (state.missed > 0) void refetchBets();
  }, [state.missed, refetchBets]);

  return {
    state,
    config,
    betsFailed: bets.isError && state.bets === null,
    reload,
    async placeBet(bet) {
      const drawId = state.status?.next.drawId;
      const body = { ...bet, ...(drawId === undefined ? {} : { drawId }) };
      const answer = await postCoins('/doubleTrouble/create', body, doubleTroubleCreateAnswer);
      setUser(answer.user);
      dispatch({ type: 'betPlaced', bet: answer.bet });
      return answer.bet;
    },
  };
}
