/** The figures of this site for texts and tables; prerendered pages begin with those that they were made from. */
import type { GamesConfig } from '@fairground/contract/config';
import { useEffect } from 'react';
import { loadGamesConfig, useLoadedConfig } from '@fairground/site-kit/games-config/games-config.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { pageDataOf } from '@fairground/site-kit/page/page-data.ts';
import type { Figures } from '@fairground/game-kit/web';
import { toFacts } from './facts.ts';

interface ConfigOfSite {
  /** Undefined until it is known. */
  config: GamesConfig | undefined;
  failed: boolean;
}

export interface FactsOfSite extends ConfigOfSite {
  /** For the texts; a dash replaces each figure until it is known. */
  facts: Figures;
}

/** The page data of prerendered pages with figures. */
export const factsName = 'facts';

const unknown: Record<string, string> = new Proxy({}, { get: () => '–', has: () => true });

/** HTML is served by no cache: for so long its figures are those of the site. */
const prerenderedStaleMs = 10 * 60_000;

/**
 * The figures in the HTML of this page, or those that it has fetched. They are fetched where the HTML has none, or old
 * ones, or with `complete`: `cutForPage` leaves some out.
 */
export function useSiteConfig({ complete = false } = {}): ConfigOfSite {
  'use memo';
  const prerendered = pageDataOf(factsName) as GamesConfig | undefined;
  const { data: fetched, isError } = useLoadedConfig();
  useEffect(() => {
    if (complete || prerendered === undefined || performance.now() > prerenderedStaleMs)
      void loadGamesConfig();
  }, [complete, prerendered]);
  const config = fetched ?? prerendered;
  return { config, failed: isError && config === undefined };
}

export function useFacts(options?: { complete?: boolean }): FactsOfSite {
  'use memo';
  const format = useFormat();
  const { config, failed } = useSiteConfig(options);
  return { config, facts: config ? toFacts(config, format) : unknown, failed };
}
