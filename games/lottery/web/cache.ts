/** The keys of the game's state in the query cache. */
import { createLiveCache } from '@fairground/game-kit/web';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { reduceLottery } from './state.ts';

export const keys = {
  status: ['lottery', 'status'],
  failedDraw: ['lottery', 'failedDraw'],
  seal: ['lottery', 'seal'],
} as const;

export const lotteryCache = createLiveCache({ client: queryClient, keys, reduce: reduceLottery });
