/** GET /games/config: the only source of the figures that pages show. */
import type { GamesConfig } from '@fairground/contract/config';
import { useEffect } from 'react';
import { request, type Answer } from '../api/request.ts';
import { reportUnexpected } from '../faults/report-fault.ts';
import { pageDataOf } from '../page/page-data.ts';
import { withRetries } from '../api/retry.ts';
import { createStore, useStore } from '../store/store.ts';

interface LoadedConfig {
  /** Undefined until it is loaded. */
  data: GamesConfig | undefined;
  isError: boolean;
}

const store = createStore<LoadedConfig>({ data: undefined, isError: false });

const staleMs = 10 * 60_000;
let loadedAtMs = Number.NEGATIVE_INFINITY;
let loading: Promise<void> | null = null;

/** Fetches it unless it is fresh; calls at the same time share one request. Never throws: failure is a state. */
export async function loadGamesConfig(): Promise<void> {
  if (performance.now() - loadedAtMs < staleMs) return;
  await (loading ??= fetchConfig().finally(() => (loading = null)));
}

async function fetchConfig(): Promise<void> {
  const { data } = store.get();
  if (data === undefined) store.set({ data, isError: false });
  try {
    const { gamesConfigSchema } = await import('./games-config-schema.ts');
    const config = await withRetries(() => request('/games/config', { answer: gamesConfigSchema }));
    loadedAtMs = performance.now();
    store.set({ data: config, isError: false });
  } catch (error) {
    reportUnexpected(error);
    store.set({ data, isError: true });
  }
}

/** Follows it; loads nothing by itself. */
export const useLoadedConfig = (): LoadedConfig => useStore(store);

export function useGamesConfig(): LoadedConfig {
  useEffect(() => void loadGamesConfig(), []);
  return useLoadedConfig();
}

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

/** The page data of a game's page: its share of the configuration, so that no figure arrives late. */
export const configName = 'games-config';

const prerenderedConfig = () => pageDataOf(configName) as object | undefined;

export function useGameConfig<Config>(key: GameConfigKey<Config>): GameConfigQuery<Config> {
  'use memo';
  const { data, isError } = useGamesConfig();
  const share = readShare(data ?? prerenderedConfig(), key);
  // A share that does not fit comes from a newer server: waiting would not end.
  return {
    data: share,
    isError: isError || (data !== undefined && share === undefined),
    refetch: () => void loadGamesConfig(),
  };
}

/** For code outside components: what is loaded, or undefined. */
export const cachedGameConfig = <Config>(key: GameConfigKey<Config>): Config | undefined =>
  readShare(store.get().data, key);

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
