/** The keys of the game's state in the query cache. */
import { createLiveCache } from '@fairground/game-kit/web';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { reduceDoubleTrouble } from './state.ts';

export const keys = {
  status: ['doubleTrouble', 'status'],
  bets: ['doubleTrouble', 'userHistory'],
  seal: ['doubleTrouble', 'seal'],
} as const;

export const doubleTroubleCache = createLiveCache({
  client: queryClient,
  keys,
  reduce: reduceDoubleTrouble,
});
