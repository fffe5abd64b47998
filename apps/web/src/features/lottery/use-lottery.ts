/** Feeds the page from live messages, the lists, and the player's own tickets. */
import {
  lotteryCreateAnswer,
  lotteryStatus,
  userTickets,
  type LotteryStatus,
  type Ticket,
} from '@fairground/game-lottery/contract';
import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useState } from 'react';
import { postCoins, request } from '../../shared/api/request.ts';
import { live } from '../../shared/realtime/live.ts';
import { useLiveMessage, useReconnected, useTopic } from '../../shared/realtime/use-live.ts';
import { setUser } from '../../shared/session/session.ts';

export interface Lottery {
  status: LotteryStatus | undefined;
  statusFailed: boolean;
  /** A result could not be pushed, and none came since. */
  drawFailed: boolean;
  /** The draw whose result was pushed while the page was open. */
  heard: string | null;
  /** Newest first; undefined until loaded. */
  tickets: Ticket[] | undefined;
  ticketsFailed: boolean;
  moreFailed: boolean;
  hasMore: boolean;
  loadingMore: boolean;
  loadMore(): void;
  reload(): void;
  /** Throws `ApiError` when refused. */
  buy(numbers: readonly number[], bid: number): Promise<Ticket>;
}

const statusKey = ['lottery', 'status'] as const;
/** Tickets on a page. */
const aPage = 10;
/** A result this late is asked for. */
const overdueMs = 3_000;
const askAgainMs = 1_000;

export function useLottery(userId: string): Lottery {
  const client = useQueryClient();
  const ticketsKey = ['lottery', 'tickets', userId];
  /** The draw that was awaited when a push said it could not be had. */
  const [failedFor, setFailedFor] = useState<string | null>(null);
  const [heard, setHeard] = useState<string | null>(null);

  const status = useQuery({
    queryKey: statusKey,
    queryFn: ({ signal }) => request('/lottery', { answer: lotteryStatus, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const drawsAt = state.data?.next.drawsAt;
      if (drawsAt === undefined) return false;
      return Math.max(askAgainMs, Date.parse(drawsAt) + overdueMs - live.clock.serverMs(Date.now()));
    },
  });
  const next = status.data?.next.drawId;

  const tickets = useInfiniteQuery({
    queryKey: ticketsKey,
    queryFn: ({ pageParam, signal }) =>
      request(`/ticket/userTickets/${encodeURIComponent(userId)}?pageNo=${pageParam}`, {
        answer: userTickets,
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, pageNo) => (last.length < aPage ? undefined : pageNo + 1),
    enabled: userId !== '',
    staleTime: 0,
    // A draw pays within moments of its result; a ticket that is still pending then is asked for again.
    refetchInterval: ({ state }) =>
      state.data?.pages.flat().some((ticket) => ticket.result === 'pending' && ticket.drawId !== next)
        ? askAgainMs
        : false,
  });

  useTopic('lottery');
  useLiveMessage('latestDraw_response', (payload) => {
    if (!payload.success) {
      setFailedFor(next ?? '');
      return;
    }
    setFailedFor(null);
    const { drawId, winningNumbers, drawnAt, next: following } = payload.data;
    const before = client.getQueryData<LotteryStatus>(statusKey);
    // A result that is older than what is known came late, and says nothing new.
    if (before && Date.parse(following.drawsAt) < Date.parse(before.next.drawsAt)) return;
    if (before) {
      const latest =
        drawId !== null && winningNumbers !== null && drawnAt !== null
          ? { drawId, winningNumbers, drawnAt }
          : null;
      client.setQueryData<LotteryStatus>(statusKey, { ...before, latest, next: following });
      if (drawId !== null && drawId !== before.latest?.drawId) {
        setHeard(drawId);
        void client.invalidateQueries({ queryKey: ['lottery', 'draws'] });
        void tickets.refetch();
      }
    }
  });

  const reload = (): void => {
    void status.refetch();
    void tickets.refetch();
    void client.invalidateQueries({ queryKey: ['lottery', 'draws'] });
  };
  useReconnected(reload);

  const pages = tickets.data?.pages;
  return {
    status: status.data,
    statusFailed: status.isError && status.data === undefined,
    // The status can overtake the push: with another draw to come the failure is over as well.
    drawFailed: failedFor !== null && failedFor === (next ?? ''),
    heard,
    tickets: pages && unique(pages.flat()),
    ticketsFailed: tickets.isError && tickets.data === undefined,
    moreFailed: tickets.isFetchNextPageError,
    hasMore: tickets.hasNextPage,
    loadingMore: tickets.isFetchingNextPage,
    loadMore: () => void tickets.fetchNextPage(),
    reload,
    async buy(numbers, bid) {
      const body = { numbers: [...numbers], bid, ...(next === undefined ? {} : { drawId: next }) };
      const answer = await postCoins('/lottery/create', body, lotteryCreateAnswer);
      setUser(answer.user);
      client.setQueryData<InfiniteData<Ticket[], number>>(ticketsKey, (data) =>
        data
          ? { ...data, pages: data.pages.map((page, at) => (at === 0 ? [answer.ticket, ...page] : page)) }
          : data,
      );
      return answer.ticket;
    },
  };
}

/** A ticket bought between two pages moves the others on, so that one can come twice. */
function unique(tickets: readonly Ticket[]): Ticket[] {
  return [...new Map(tickets.map((ticket) => [ticket.id, ticket])).values()];
}
