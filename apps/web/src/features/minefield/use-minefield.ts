/** Feeds the page from the server's answers: the game in play, the history, and the player's own calls. */
import {
  minefieldCreateAnswer,
  minefieldCurrent,
  minefieldHistory,
  minefieldRevealAnswer,
  minefieldUpdateAnswer,
} from '@fairground/game-minefield/contract';
import type { MinefieldDifficulty, MinefieldGame } from '@fairground/game-minefield/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import * as z from 'zod/mini';
import { postCoins, request } from '../../shared/api/request.ts';
import { useReconnected } from '../../shared/realtime/use-live.ts';
import { setUser } from '../../shared/session/session.ts';
import { bettingState, minefieldReducer, type MinefieldState } from './minefield-state.ts';

const historyLimit = 10;
const historyKey = ['minefield', 'all'];

export type Minefield = {
  state: MinefieldState;
  /** Whether the server has said if a game is in play. */
  loaded: boolean;
  loadFailed: boolean;
  history: readonly MinefieldGame[] | null;
  historyFailed: boolean;
  reload(): void;
  /** These throw `ApiError` when refused, and answer with the game as it stands then. */
  begin(difficulty: MinefieldDifficulty, bidAmount: number): Promise<MinefieldGame>;
  reveal(game: MinefieldGame, tileId: number): Promise<MinefieldGame>;
  update(game: MinefieldGame, gemsFound: number): Promise<MinefieldGame>;
  again(): void;
};

/** No body comes where no game is in play. */
const currentAnswer = z.nullable(minefieldCurrent);

export function useMinefield(): Minefield {
  const [state, dispatch] = useReducer(minefieldReducer, bettingState);
  const client = useQueryClient();
  const current = useQuery({
    queryKey: ['minefield', 'current'],
    queryFn: ({ signal }) => request('/mineField/current', { answer: currentAnswer, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const history = useQuery({
    queryKey: historyKey,
    queryFn: ({ signal }) =>
      request(`/mineField/all?limit=${historyLimit}`, { answer: minefieldHistory, signal }),
    staleTime: 0,
  });
  const { refetch: refetchCurrent } = current;
  const { refetch: refetchHistory } = history;

  useEffect(() => {
    if (current.data !== undefined) dispatch({ type: 'resumed', current: current.data });
  }, [current.data, current.dataUpdatedAt]);

  const reload = (): void => {
    void refetchCurrent();
    void refetchHistory();
  };
  useReconnected(reload);

  /** The record of a game, added where the list is held, without asking for the list again. */
  const record = (game: MinefieldGame): void => {
    client.setQueryData<MinefieldGame[]>(historyKey, (list) =>
      list === undefined ? list : [game, ...list.filter(({ id }) => id !== game.id)].slice(0, historyLimit),
    );
  };

  return {
    state,
    loaded: current.data !== undefined,
    loadFailed: current.isError && current.data === undefined,
    history: history.data ?? null,
    historyFailed: history.isError && history.data === undefined,
    reload,
    async begin(difficulty, bidAmount) {
      const body = { difficulty, bidAmount, gemsFound: 0, multiplier: 1, gameState: 'Playing' };
      const { user, game } = await postCoins('/mineField/create', body, minefieldCreateAnswer);
      setUser(user);
      record(game);
      dispatch({ type: 'begun', game });
      return game;
    },
    async reveal({ id }, tileId) {
      dispatch({ type: 'asked', tileId });
      try {
        const answer = await postCoins('/mineField/reveal', { id, tileId }, minefieldRevealAnswer);
        if (answer.user) setUser(answer.user);
        record(answer.game);
        dispatch({ type: 'revealed', tile: answer.tile, game: answer.game, tiles: answer.tiles });
        return answer.game;
      } catch (error) {
        dispatch({ type: 'failed', tileId });
        throw error;
      }
    },
    async update({ id }, gemsFound) {
      const answer = await postCoins('/mineField/update', { id, gemsFound }, minefieldUpdateAnswer);
      setUser(answer.user);
      record(answer.game);
      dispatch({ type: 'ended', game: answer.game, tiles: answer.tiles });
      return answer.game;
    },
    again: () => dispatch({ type: 'again' }),
  };
}
