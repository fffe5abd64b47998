/** How the stakes of the last closed draw lie, as messages reported it. */
import { defineGameLive } from '@fairground/game-kit/web';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { tableMessages, tableTopic, type DoubleTroubleTable } from '../table-contract.ts';

const queryKey = ['doubleTrouble', 'table'];

/** Comes by live messages alone. */
export const tableQuery = queryOptions<DoubleTroubleTable>({ queryKey, queryFn: skipToken });

export const tableLive = defineGameLive({
  topic: tableTopic,
  messages: tableMessages,
  handlers: {
    doubleTroubleTable_response: (payload) => {
      if (payload.success) queryClient.setQueryData(queryKey, payload.data);
    },
  },
  onLeave: () => queryClient.removeQueries({ queryKey }),
});
