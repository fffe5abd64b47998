/** The keys of the game's state in the query cache. */
import { createLiveCache } from '@fairground/game-kit/web';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { reduceStriker } from './state.ts';

export const keys = {
  last: ['highStriker', 'last'],
  history: ['highStriker', 'history'],
} as const;

export const strikerCache = createLiveCache({ client: queryClient, keys, reduce: reduceStriker });
