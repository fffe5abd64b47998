/** GET /games/config: the only source of the figures that pages show. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../shared/api/query-client.ts';
import { request, type Answer } from '../../shared/api/request.ts';

export const gamesConfigQuery = queryOptions({
  queryKey: ['games', 'config'],
  queryFn: async ({ signal }) => {
    const { gamesConfigSchema } = await import('./games-config-schema.ts');
    return request('/games/config', { answer: gamesConfigSchema, signal });
  },
  staleTime: 10 * 60_000,
});

interface GamesConfigOptions {
  /** Whether it may be fetched; what is cached is returned anyway. */
  enabled?: () => boolean;
}

export const useGamesConfig = (options?: GamesConfigOptions) => useQuery({ ...gamesConfigQuery, ...options });

/** A game's share of the configuration, as its own schema reads it. */
export interface GameConfigKey<Config> {
  id: string;
  schema: Answer<Config>;
}

export interface GameConfigQuery<Config> {
  /** Undefined while it is loaded. */
  data: Config | undefined;
  isError: boolean;
  refetch(): void;
}

export function useGameConfig<Config>(key: GameConfigKey<Config>): GameConfigQuery<Config> {
  const { data, isError, refetch } = useGamesConfig();
  return { data: readShare(data, key), isError, refetch: () => void refetch() };
}

/** For code outside components: what is cached, or undefined. */
export const cachedGameConfig = <Config>(key: GameConfigKey<Config>): Config | undefined =>
  readShare(queryClient.getQueryData(gamesConfigQuery.queryKey), key);

/** By the share as it was received, so that one configuration stays one object over all renders. */
const shares = new WeakMap<object, unknown>();

function readShare<Config>(
  config: object | undefined,
  { id, schema }: GameConfigKey<Config>,
): Config | undefined {
  const received = (config as Record<string, unknown> | undefined)?.[id];
  if (typeof received !== 'object' || received === null) return undefined;
  const known = shares.get(received);
  if (known !== undefined) return known as Config;
  const read = schema.safeParse(received);
  if (!read.success) return undefined;
  shares.set(received, read.data);
  return read.data;
}
