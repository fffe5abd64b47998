/** GET /games/config: the only source of the figures that pages show. */
import { gamesConfigSchema } from '@fairground/contract/config';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from './request.ts';

export const gamesConfigQuery = queryOptions({
  queryKey: ['games', 'config'],
  queryFn: ({ signal }) => request('/games/config', { answer: gamesConfigSchema, signal }),
  staleTime: 10 * 60_000,
});

export const useGamesConfig = () => useQuery(gamesConfigQuery);
