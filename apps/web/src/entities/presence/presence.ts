/** How many are at the fair, as the live connection reported it; undefined where there is none. */
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../shared/api/query-client.ts';

const connectedQuery = queryOptions<number>({ queryKey: ['fair', 'connected'], queryFn: skipToken });

export const useConnectedCount = (): number | undefined => useQuery(connectedQuery).data;

export function setConnectedCount(connected: number | undefined): void {
  if (connected === undefined) queryClient.removeQueries(connectedQuery);
  else queryClient.setQueryData(connectedQuery.queryKey, connected);
}
