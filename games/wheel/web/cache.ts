/** The keys of the game's state in the query cache. */
import { createLiveCache } from '@fairground/game-kit/web';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { reduceWheel } from './state.ts';

export const keys = {
  today: ['wheel', 'today'],
  motion: ['wheel', 'motion'],
} as const;

export const wheelCache = createLiveCache({ client: queryClient, keys, reduce: reduceWheel });
