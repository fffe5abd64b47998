/** The keys of the game's state in the query cache. */
import { createLiveCache } from '@fairground/game-kit/web';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { reduceAviator } from './state.ts';

export const keys = {
  rounds: ['aviator', 'rounds'],
  bets: ['aviator', 'userHistory'],
  crashes: ['aviator', 'globalHistory'],
} as const;

export const aviatorCache = createLiveCache({ client: queryClient, keys, reduce: reduceAviator });
