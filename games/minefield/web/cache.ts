/** The keys of the game's state in the query cache. */
import { createLiveCache } from '@fairground/game-kit/web';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { reduceMinefield } from './state.ts';

export const keys = {
  play: ['mineField', 'current'],
  history: ['mineField', 'all'],
} as const;

export const minefieldCache = createLiveCache({ client: queryClient, keys, reduce: reduceMinefield });
