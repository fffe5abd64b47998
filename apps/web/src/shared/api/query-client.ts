/** The cache of everything fetched. Refusals are final; a lost network is tried again twice. */
import { QueryClient } from '@tanstack/react-query';
import { isApiError } from './api-error.ts';

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) =>
          failures < 2 && (!isApiError(error) || error.status === 0 || error.status >= 500),
        retryDelay: (failures) => 500 * 2 ** failures,
        refetchOnWindowFocus: false,
      },
    },
  });

export const queryClient = createQueryClient();
