/** What the page shows, read from the cache. */
import { useQuery } from '@tanstack/react-query';
import { useOwnSeed } from '@fairground/game-kit/web';
import { useReconnected } from '@fairground/site-kit/live/use-live.ts';
import type { MinefieldGame } from '../contract.ts';
import { historyQuery, playQuery } from './api.ts';
import { minefieldCache } from './cache.ts';
import { betting, type MinefieldPlay } from './state.ts';

export interface Minefield {
  play: MinefieldPlay;
  /** Whether the server has answered if a game is in play. */
  loaded: boolean;
  loadFailed: boolean;
  history: readonly MinefieldGame[] | undefined;
  historyFailed: boolean;
  reload(): void;
  again(): void;
}

export function useMinefield(): Minefield {
  'use memo';
  const play = useQuery(playQuery);
  const history = useQuery(historyQuery);
  const { refetch: refetchPlay } = play;
  const { refetch: refetchHistory } = history;
  const reload = (): void => {
    void refetchPlay();
    void refetchHistory();
  };
  useOwnSeed();
  useReconnected(reload);
  return {
    play: play.data ?? betting,
    loaded: play.data !== undefined,
    loadFailed: play.isError && play.data === undefined,
    history: history.data,
    historyFailed: history.isError && history.data === undefined,
    reload,
    again: () => void minefieldCache.dispatch({ type: 'again' }),
  };
}
