/** The calls of the game. What the server answers goes through the reducer, into the cache. */
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { chooseOwnSeed } from '@fairground/game-kit/web';
import { postCoins, request, settleCoinCalls } from '@fairground/site-kit/api/request.ts';
import { setUser } from '@fairground/site-kit/session/session.ts';
import {
  minefieldConfig,
  minefieldCreateAnswer,
  minefieldCurrent,
  minefieldHistory,
  minefieldRevealAnswer,
  minefieldUpdateAnswer,
  type MinefieldDifficulty,
  type MinefieldGame,
} from '../contract.ts';
import { keys, minefieldCache } from './cache.ts';
import { betting, historyLength, type MinefieldPlay } from './state.ts';

export const configKey = { id: 'mineField', schema: minefieldConfig };

/** The body is empty if no game is in play. */
const currentAnswer = z.nullable(minefieldCurrent);

export const playQuery = queryOptions({
  queryKey: keys.play,
  queryFn: async ({ signal }): Promise<MinefieldPlay> => {
    const current = await request('/mineField/current', { answer: currentAnswer, signal });
    // A game that was begun without an answer shows here: beginning another one is another call.
    settleCoinCalls('/mineField/create');
    return minefieldCache.dispatch({ type: 'resumed', current }).play ?? betting;
  },
  staleTime: 0,
  gcTime: 0,
});

export const historyQuery = queryOptions({
  queryKey: keys.history,
  queryFn: async ({ signal }): Promise<readonly MinefieldGame[]> => {
    const history = await request(`/mineField/all?limit=${historyLength}`, {
      answer: minefieldHistory,
      signal,
    });
    return minefieldCache.dispatch({ type: 'historyLoaded', history }).history ?? history;
  },
  staleTime: 0,
});

/** All three throw `ApiError` when refused, and return the game after the call. */
export const beginMutation = mutationOptions({
  mutationFn: async (bid: { difficulty: MinefieldDifficulty; bidAmount: number }): Promise<MinefieldGame> => {
    const body = { ...bid, gemsFound: 0, multiplier: 1, gameState: 'Playing' };
    await chooseOwnSeed();
    const { user, game } = await postCoins('/mineField/create', body, minefieldCreateAnswer);
    setUser(user);
    minefieldCache.dispatch({ type: 'begun', game });
    return game;
  },
});

export const revealMutation = mutationOptions({
  mutationFn: async (body: { id: string; tileId: number }): Promise<MinefieldGame> => {
    minefieldCache.dispatch({ type: 'revealRequested', tileId: body.tileId });
    try {
      const { user, tile, game, tiles } = await postCoins('/mineField/reveal', body, minefieldRevealAnswer);
      if (user) setUser(user);
      minefieldCache.dispatch({ type: 'revealed', tile, game, tiles });
      return game;
    } catch (error) {
      minefieldCache.dispatch({ type: 'revealFailed', tileId: body.tileId });
      throw error;
    }
  },
});

export const endMutation = mutationOptions({
  mutationFn: async (body: { id: string; gemsFound: number }): Promise<MinefieldGame> => {
    const { user, game, tiles } = await postCoins('/mineField/update', body, minefieldUpdateAnswer);
    setUser(user);
    minefieldCache.dispatch({ type: 'ended', game, tiles });
    return game;
  },
});
