/** A player's limits: fetched by each page, and changed by its forms. */
import { limitsAnswer, type Limits } from '@fairground/contract/limits';
import type { LimitsBody } from '@fairground/contract/owner-calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '@fairground/site-kit/api/request.ts';

const limitsKey = ['user', 'limits'];

export const useLimits = () =>
  useQuery({
    queryKey: limitsKey,
    queryFn: ({ signal }) => request('/user/limits', { answer: limitsAnswer, signal }),
    staleTime: 0,
  });

/** Answers the limits as they are then. */
export type ChangeLimits = (body: LimitsBody) => Promise<Limits>;

export function useChangeLimits(): ChangeLimits {
  'use memo';
  const client = useQueryClient();
  return async (body) => {
    const limits = await request('/user/limits', { method: 'POST', body, answer: limitsAnswer });
    client.setQueryData(limitsKey, limits);
    return limits;
  };
}
