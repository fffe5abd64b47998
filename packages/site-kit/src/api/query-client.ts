/** The cache of what pages fetch for themselves, see app/with-queries.tsx. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { reportUnexpected } from '../faults/report-fault.ts';
import { onReturn } from '../page/returns.ts';
import { retryDelayMs, shouldRetry } from './retry.ts';

export { QueryClientProvider } from '@tanstack/react-query';

class Client extends QueryClient {
  /** The library keeps a first load that is under way, although its answer may be of before the change. */
  override invalidateQueries(...args: Parameters<QueryClient['invalidateQueries']>): Promise<void> {
    const loading = { ...args[0], type: 'active', fetchStatus: 'fetching' } as const;
    for (const query of this.getQueryCache().findAll(loading))
      if (query.state.data === undefined) void query.cancel({ silent: true });
    return super.invalidateQueries(...args);
  }
}

export const queryClient = new Client({
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
