/** The calls of tickets for draws ahead, and of favourite numbers. */
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { setUser } from '@fairground/site-kit/session/session.ts';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { postSeededCoins, request } from '@fairground/site-kit/api/request.ts';
import { advanceCreateAnswer, favouritesAnswer, type AdvanceTicket } from '../contract.ts';
import { refetchTickets } from './api.ts';
import { lotteryCache } from './cache.ts';

interface Purchase {
  numbers: readonly number[];
  bid: number;
  draws: number;
}

/** Throws `ApiError` when refused. */
export const buyAdvanceMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async ({ numbers, bid, draws }: Purchase): Promise<AdvanceTicket[]> => {
      const drawId = lotteryCache.state().status?.next.drawId;
      const body = { numbers: [...numbers], bid, draws, ...(drawId === undefined ? {} : { drawId }) };
      const { user, tickets } = await postSeededCoins('/lottery/advance', body, advanceCreateAnswer);
      setUser(user);
      refetchTickets(userId);
      return tickets;
    },
  });

const favouritesKey = (userId: string) => ['lottery', 'favourites', userId] as const;

export const favouritesQuery = (userId: string) =>
  queryOptions({
    queryKey: favouritesKey(userId),
    queryFn: async ({ signal }) =>
      (await request('/lottery/favourites', { answer: favouritesAnswer, signal })).favourites,
    enabled: userId !== '',
  });

/** Stores numbers, or removes them. Throws `ApiError` when refused. */
export const favouriteMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async ({ numbers, stored }: { numbers: readonly number[]; stored: boolean }) => {
      const path = stored ? '/lottery/favourites' : '/lottery/favourites/remove';
      const { favourites } = await request(path, {
        method: 'POST',
        body: { numbers: [...numbers] },
        answer: favouritesAnswer,
      });
      queryClient.setQueryData(favouritesKey(userId), favourites);
    },
  });
