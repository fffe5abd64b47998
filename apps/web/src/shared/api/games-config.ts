/** GET /games/config: the only source of the figures that pages show. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from './request.ts';

export const gamesConfigQuery = queryOptions({
  queryKey: ['games', 'config'],
  queryFn: async ({ signal }) => {
    const { gamesConfigSchema } = await import('@fairground/contract/config');
    return request('/games/config', { answer: gamesConfigSchema, signal });
  },
  staleTime: 10 * 60_000,
});

export const useGamesConfig = () => useQuery(gamesConfigQuery);
