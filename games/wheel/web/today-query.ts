/**
 * GET /wheel: the segments, the spin of today, and when the next one is. Apart from api.ts, because the header needs
 * it too and loads no live connection.
 */
import { wheelAnswer, type WheelAnswer } from '../contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { request } from '@fairground/site-kit/api/request.ts';
import { keys, wheelCache } from './cache.ts';

export const todayQuery = queryOptions({
  queryKey: keys.today,
  queryFn: async ({ signal }): Promise<WheelAnswer> => {
    const today = await request('/wheel', { answer: wheelAnswer, signal });
    return wheelCache.dispatch({ type: 'loaded', today }).today ?? today;
  },
  staleTime: 60_000,
  // A spin whose answer is lost waits for it: without a network it fails, and does not turn until there is one.
  networkMode: 'always',
  refetchOnReconnect: true,
});
