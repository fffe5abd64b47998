/** The calls of the game. */
import {
  infiniteQueryOptions,
  mutationOptions,
  queryOptions,
  skipToken,
  type InfiniteData,
} from '@tanstack/react-query';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { postSeededCoins, request } from '@fairground/site-kit/api/request.ts';
import { serverNowMs } from '@fairground/game-kit/web';
import { setUser } from '@fairground/site-kit/session/session.ts';
import {
  lotteryConfig,
  lotteryCreateAnswer,
  lotteryDraws,
  lotteryStatus,
  userTickets,
  type LotterySeal,
  type LotteryStatus,
  type Ticket,
} from '../contract.ts';
import { keys, lotteryCache } from './cache.ts';

export const configKey = { id: 'lottery', schema: lotteryConfig };

/** A result this late is fetched. */
const overdueMs = 3_000;
const refetchMs = 1_000;

export const statusQuery = queryOptions({
  queryKey: keys.status,
  queryFn: async ({ signal }): Promise<LotteryStatus> => {
    const status = await request('/lottery', { answer: lotteryStatus, signal });
    return lotteryCache.dispatch({ type: 'statusLoaded', status }).status ?? status;
  },
  staleTime: 0,
  refetchInterval: ({ state }) => {
    const drawsAt = state.data?.next.drawsAt;
    if (drawsAt === undefined) return false;
    return Math.max(refetchMs, Date.parse(drawsAt) + overdueMs - serverNowMs());
  },
});

/** Comes by live messages alone. */
export const sealQuery = queryOptions<LotterySeal>({ queryKey: keys.seal, queryFn: skipToken });

/** Comes by live messages alone. */
export const failedDrawQuery = queryOptions<string | null>({
  queryKey: keys.failedDraw,
  queryFn: skipToken,
});

const ticketsKey = (userId: string) => ['lottery', 'tickets', userId] as const;

/** Here and on pages of players, see profile.tsx. */
export const refetchTickets = (userId: string): void => {
  void queryClient.invalidateQueries({ queryKey: ticketsKey(userId) });
  void queryClient.invalidateQueries({ queryKey: ['tickets', userId] });
};

export const ticketsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ticketsKey(userId),
    queryFn: ({ pageParam, signal }) =>
      request(`/ticket/userTickets/${encodeURIComponent(userId)}?pageNo=${pageParam}`, {
        answer: userTickets,
        signal,
      }),
    initialPageParam: 1,
    // An empty page means that there are no more (docs/product.md 6.4).
    getNextPageParam: (last, _pages, pageNo) => (last.length === 0 ? undefined : pageNo + 1),
    enabled: userId !== '',
    staleTime: 0,
    // A draw pays within moments of its result; a ticket that is still pending then is fetched again.
    refetchInterval: ({ state }) => {
      const next = lotteryCache.state().status?.next.drawId;
      const isDue = state.data?.pages
        .flat()
        .some((ticket) => ticket.result === 'pending' && ticket.drawId !== next);
      return isDue ? refetchMs : false;
    },
  });

const drawsKey = ['lottery', 'draws'] as const;

export const drawsQuery = (pageNo: number) =>
  queryOptions({
    queryKey: [...drawsKey, pageNo],
    queryFn: ({ signal }) => request(`/lottery/draws?pageNo=${pageNo}`, { answer: lotteryDraws, signal }),
    staleTime: 0,
  });

export const refetchDraws = (): void => void queryClient.invalidateQueries({ queryKey: drawsKey });

/** Throws `ApiError` when refused. */
export const buyMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async ({ numbers, bid }: { numbers: readonly number[]; bid: number }): Promise<Ticket> => {
      const drawId = lotteryCache.state().status?.next.drawId;
      const body = { numbers: [...numbers], bid, ...(drawId === undefined ? {} : { drawId }) };
      const { user, ticket } = await postSeededCoins('/lottery/create', body, lotteryCreateAnswer);
      setUser(user);
      queryClient.setQueryData<InfiniteData<Ticket[], number>>(
        ticketsKey(userId),
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page, at) => (at === 0 ? [ticket, ...page] : page)),
          },
      );
      void queryClient.invalidateQueries({ queryKey: ['tickets', userId] });
      return ticket;
    },
  });
