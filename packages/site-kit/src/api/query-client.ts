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
    // Offline, what was pressed fails at once. It would otherwise wait, and be sent when its moment is over.
    mutations: { networkMode: 'always' },
  },
});

// Much may have changed while the browser kept the page.
onReturn(() => void queryClient.invalidateQueries());
