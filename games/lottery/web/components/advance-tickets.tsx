/** The player's tickets for draws to come. Most visits have none, so their list is loaded with the first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { advanceQuery } from '../api-advance.ts';
import { useT } from '../texts.ts';
import { ListPanel } from './ticket-list.tsx';

const AdvanceList = lazyPart(async () => (await import('./advance-list.tsx')).AdvanceList);

interface AdvanceTicketsProps {
  userId: string;
  nowMs: number;
  /** Changes when a draw closes or is drawn: then some of these have become tickets. */
  phase: string;
}

export function AdvanceTickets({ userId, nowMs, phase }: AdvanceTicketsProps) {
  'use memo';
  const t = useT();
  const { data, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    advanceQuery(userId),
  );
  const reload = useEffectEvent(() => void refetch());
  useEffect(() => reload(), [phase]);
  const tickets = data?.pages.flat() ?? [];
  if (tickets.length === 0) return null;
  return (
    <ListPanel title={t('lottery.advance')}>
      <LazyBoundary fallback={<Skeleton className="h-21 w-full" />}>
        <AdvanceList userId={userId} nowMs={nowMs} tickets={tickets} />
      </LazyBoundary>
      {hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-start"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('lottery.loadMore')}
        </Button>
      )}
    </ListPanel>
  );
}
