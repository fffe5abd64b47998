/** The calls of the game. What the server answers goes through the reducer, into the cache. */
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { postCoins, request, settleCoinCalls } from '@fairground/site-kit/api/request.ts';
import { setUser } from '@fairground/site-kit/session/session.ts';
import { configSchema, strikeAnswer, strikeHistory, type Strike } from '../contract.ts';
import { keys, strikerCache } from './cache.ts';

export const configKey = { id: 'highStriker', schema: configSchema };

export const historyQuery = queryOptions({
  queryKey: keys.history,
  queryFn: async ({ signal }): Promise<readonly Strike[]> => {
    const history = await request('/highStriker/userHistory', { answer: strikeHistory, signal });
    // A strike whose answer was lost shows here: the next one is another call.
    settleCoinCalls('/highStriker/create');
    return strikerCache.dispatch({ type: 'historyLoaded', history }).history ?? history;
  },
  staleTime: 0,
});

/** Throws `ApiError` when refused. */
export const strikeMutation = mutationOptions({
  mutationFn: async (body: { amount: number; target: number }): Promise<Strike> => {
    const { user, game } = await postCoins('/highStriker/create', body, strikeAnswer);
    setUser(user);
    strikerCache.dispatch({ type: 'struck', strike: game });
    return game;
  },
  networkMode: 'always',
});
