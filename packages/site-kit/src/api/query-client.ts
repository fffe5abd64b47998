/** The cache of what pages fetch for themselves, see app/with-queries.tsx. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { reportUnexpected } from '../faults/report-fault.ts';
import { onReturn } from '../page/returns.ts';
import { retryDelayMs, shouldRetry } from './retry.ts';

export { QueryClientProvider } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportUnexpected }),
  mutationCache: new MutationCache({ onError: reportUnexpected }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: shouldRetry,
      retryDelay: retryDelayMs,
      refetchOnWindowFocus: false,
    },
  },
});

// Much may have changed while the browser kept the page.
onReturn(() => void queryClient.invalidateQueries());
