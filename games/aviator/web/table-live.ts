/** Messages of the live table become its state; in flight each confirms the curve, too. */
import { createLiveCache, defineGameLive } from '@fairground/game-kit/web';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { tableMessages, tableTopic } from '../table-contract.ts';
import { aviatorCache } from './stage/cache.ts';
import { confirmFlight, flightTracker } from './live.ts';
import { reduceTable, type ShownTable } from './table-state.ts';

const queryKey = ['aviator', 'table'];

/** Comes by live messages alone. */
export const tableQuery = queryOptions<ShownTable>({ queryKey, queryFn: skipToken });

export const tableCache = createLiveCache({
  client: queryClient,
  keys: { table: queryKey },
  reduce: reduceTable,
});

export const tableLive = defineGameLive({
  topic: tableTopic,
  messages: tableMessages,
  handlers: {
    aviatorTable_response: (payload) => {
      if (!payload.success) return;
      const { roundId, multiplier, everyMs } = payload.data;
      if (everyMs !== undefined) flightTracker.setSparseEvery(everyMs);
      const draw = aviatorCache.state().rounds?.draw;
      if (multiplier !== undefined && draw?.status === 'ongoing' && draw.roundId === roundId) {
        confirmFlight({ ...draw, crashMultiplier: multiplier });
      }
      tableCache.dispatch(payload.data);
    },
  },
  onLeave: () => queryClient.removeQueries({ queryKey }),
});
