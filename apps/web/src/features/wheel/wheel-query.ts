/** GET /wheel: how it looks today, and when the next spin is. */
import { wheelAnswer } from '@fairground/game-wheel/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../shared/api/request.ts';

export const wheelQuery = queryOptions({
  queryKey: ['wheel'],
  queryFn: ({ signal }) => request('/wheel', { answer: wheelAnswer, signal }),
  staleTime: 60_000,
});
