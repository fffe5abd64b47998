/** The calls of the page, and its file. */
import { playMovementsAnswer, playSummaryAnswer } from '@fairground/contract/play';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiUrl } from '@fairground/site-kit/api/endpoints.ts';
import { request } from '@fairground/site-kit/api/request.ts';

export interface Filter {
  /** Null for everything. */
  source: string | null;
  days: number;
}

const dayMs = 86_400_000;

/** To the minute, so that the same filter is the same query for a while. */
function filterText({ source, days }: Filter): string {
  const from = new Date(Math.floor(Date.now() / 60_000) * 60_000 - days * dayMs).toISOString();
  return new URLSearchParams({ from, ...(source === null ? {} : { source }) }).toString();
}

export const summaryQuery = (days: number) =>
  queryOptions({
    queryKey: ['play', 'summary', days],
    queryFn: ({ signal }) =>
      request(`/user/play/summary?days=${days}`, { answer: playSummaryAnswer, signal }),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  });

interface Page {
  /** The filter, as of the first page. */
  filter: string;
  cursor: string;
}

export const movementsQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['play', 'movements', filter.source, filter.days],
    queryFn: async ({ pageParam, signal }) => {
      const text = pageParam?.filter ?? filterText(filter);
      const cursor = pageParam === null ? '' : `&cursor=${pageParam.cursor}`;
      const { entries, next } = await request(`/user/play/movements?${text}${cursor}`, {
        answer: playMovementsAnswer,
        signal,
      });
      return { entries, next: next === null ? null : { filter: text, cursor: next } };
    },
    initialPageParam: null as Page | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 10_000,
  });

export const fileAddress = (filter: Filter): string =>
  apiUrl(`/user/play/movements.csv?${filterText(filter)}`);
