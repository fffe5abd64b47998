/** The maintenance of the site, as the live connection or a page of a game last learned of it; null while there is none. */
import type { Maintenance } from '@fairground/contract/maintenance';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../shared/api/query-client.ts';

const maintenanceQuery = queryOptions<Maintenance | null>({
  queryKey: ['fair', 'maintenance'],
  queryFn: skipToken,
});

export const useMaintenance = (): Maintenance | null => useQuery(maintenanceQuery).data ?? null;

export const setMaintenance = (maintenance: Maintenance | null): void =>
  void queryClient.setQueryData(maintenanceQuery.queryKey, maintenance);
