/** The cache of what pages fetch for themselves, see app/with-queries.tsx. */
import { QueryClient } from '@tanstack/react-query';
import { retryDelayMs, shouldRetry } from './retry.ts';

export { QueryClientProvider } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: shouldRetry,
      retryDelay: retryDelayMs,
      refetchOnWindowFocus: false,
    },
  },
});
