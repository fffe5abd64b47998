/** Pages and parts that use TanStack Query, which the others do not load. */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { onSessionEnd } from '@fairground/site-kit/session/session.ts';
import { fillCache } from '@fairground/site-kit/page/page-data.ts';

interface Queries {
  queryClient: QueryClient;
  QueryClientProvider: ComponentType<{ client: QueryClient; children: ReactNode }>;
}

let loading: Promise<Queries> | undefined;

async function startQueries(): Promise<Queries> {
  const loaded = await import('@fairground/site-kit/api/query-client.ts');
  const { queryClient } = loaded;
  fillCache(queryClient);
  // What was fetched as a player is theirs; the games are the same for everybody.
  onSessionEnd(() => queryClient.removeQueries({ predicate: ({ queryKey: [area] }) => area !== 'games' }));
  return loaded;
}

function loadQueries(): Promise<Queries> {
  loading ??= startQueries().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Loads the part and the query cache, and puts the cache around it. */
export const withQueries =
  <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  async (): Promise<ComponentType<Props>> => {
    const [Part, { queryClient, QueryClientProvider }] = await Promise.all([load(), loadQueries()]);
    return function WithQueries(props: Props) {
      return (
        <QueryClientProvider client={queryClient}>
          <Part {...props} />
        </QueryClientProvider>
      );
    };
  };
