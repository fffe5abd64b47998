/** GET /wheel: how it looks today, and when the next spin is. */
import { wheelAnswer } from '../contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { request } from '@fairground/web/shared/api/request.ts';

export const wheelQuery = queryOptions({
  queryKey: ['wheel'],
  queryFn: ({ signal }) => request('/wheel', { answer: wheelAnswer, signal }),
  staleTime: 60_000,
});
