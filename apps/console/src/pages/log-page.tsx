/** The log of every act of the operator and the staff. */
import { logAnswer } from '@fairground/contract/console/staff';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { read } from '../shared/call.ts';
import { LogTable } from '../shared/log-table.tsx';
import { Page, Pending, Section } from '../shared/parts.tsx';

export function LogPage() {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['log'],
    queryFn: ({ pageParam }) => read(logAnswer, pageParam === null ? '/log' : `/log?before=${pageParam}`),
    initialPageParam: null as string | null,
    getNextPageParam: ({ entries, more }) => (more ? (entries.at(-1)?.id ?? null) : null),
  });
  return (
    <Page title="Log">
      <Section title="What was done, the newest first">
        {data ? (
          <LogTable entries={data.pages.flatMap(({ entries }) => entries)} empty="Nothing was done yet." />
        ) : (
          <Pending error={error} />
        )}
        {hasNextPage ? (
          <Button
            variant="secondary"
            size="small"
            busy={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Older entries
          </Button>
        ) : null}
      </Section>
    </Page>
  );
}
