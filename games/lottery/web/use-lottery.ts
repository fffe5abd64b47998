/** What the page shows, read from the cache. */
import { useGameEvents, useGameLive } from '@fairground/game-kit/web';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { areOverlapping, uniqueRows } from '@fairground/site-kit/api/unique-rows.ts';
import { useReconnected } from '@fairground/site-kit/live/use-live.ts';
import type { LotterySeal, LotteryStatus, Ticket } from '../contract.ts';
import { failedDrawQuery, refetchDraws, sealQuery, statusQuery, ticketsQuery } from './api.ts';
import { lotteryCache } from './cache.ts';
import { lotteryLive } from './live.ts';

export interface Lottery {
  status: LotteryStatus | undefined;
  statusFailed: boolean;
  /** A result could not be published, and none was received since. */
  drawFailed: boolean;
  /** The seal of the coming draw, once its sales are closed. */
  seal: LotterySeal | undefined;
  /** The draw whose result was pushed while the page was open. */
  drawn: string | null;
  /** Newest first; undefined until loaded. */
  tickets: Ticket[] | undefined;
  ticketsFailed: boolean;
  moreFailed: boolean;
  hasMore: boolean;
  loadingMore: boolean;
  loadMore(): void;
  reload(): void;
}

export function useLottery(userId: string): Lottery {
  'use memo';
  useGameLive(lotteryLive);
  const [drawn, setDrawn] = useState<string | null>(null);
  const status = useQuery(statusQuery);
  const { data: failedDraw = null } = useQuery(failedDrawQuery);
  const { data: seal } = useQuery(sealQuery);
  const tickets = useInfiniteQuery(ticketsQuery(userId));
  const next = status.data?.next.drawId;
  useGameEvents(lotteryCache.events, ({ drawId }) => {
    setDrawn(drawId);
    refetchDraws();
    void tickets.refetch();
  });
  const reload = (): void => {
    void status.refetch();
    void tickets.refetch();
    refetchDraws();
  };
  const loadMore = async (): Promise<void> => {
    const { data } = await tickets.fetchNextPage();
    if (data && areOverlapping(data.pages)) await tickets.refetch();
  };
  useReconnected(reload);
  const pages = tickets.data?.pages;
  return {
    status: status.data,
    seal: sealOf(next, seal),
    statusFailed: status.isError && status.data === undefined,
    // The status can overtake the push: with another draw to come the failure is over as well.
    drawFailed: failedDraw !== null && failedDraw === (next ?? ''),
    drawn,
    tickets: pages && uniqueRows(pages),
    ticketsFailed: tickets.isError && tickets.data === undefined,
    moreFailed: tickets.isFetchNextPageError,
    hasMore: tickets.hasNextPage,
    loadingMore: tickets.isFetchingNextPage,
    loadMore: () => void loadMore(),
    reload,
  };
}

const sealOf = (drawId: string | undefined, seal: LotterySeal | undefined): LotterySeal | undefined =>
  seal?.drawId === drawId ? seal : undefined;
