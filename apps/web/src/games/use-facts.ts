/** The figures of this site for texts and tables; prerendered pages begin with those that they were made from. */
import type { GamesConfig } from '@fairground/contract/config';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useGamesConfig } from '../entities/games-config/games-config.ts';
import { useFormat } from '../shared/format/format.ts';
import type { Figures } from '@fairground/game-kit/web';
import { toFacts } from './facts.ts';

export interface FactsOfSite {
  config: GamesConfig | undefined;
  /** For the texts; a dash replaces each figure until it is known. */
  facts: Figures;
  failed: boolean;
}

/** The page data of prerendered pages with figures. */
export const factsKey = ['facts'];

const unknown: Record<string, string> = new Proxy({}, { get: () => '–', has: () => true });

/** The figures in the HTML of this page, until the page has fetched them itself. */
export const usePrerenderedConfig = (): GamesConfig | undefined =>
  useQuery<GamesConfig>({ queryKey: factsKey, queryFn: skipToken }).data;

export function useFacts(): FactsOfSite {
  const format = useFormat();
  const { data: fetched, isError } = useGamesConfig();
  const prerendered = usePrerenderedConfig();
  const config = fetched ?? prerendered;
  return {
    config,
    facts: config ? toFacts(config, format) : unknown,
    failed: isError && config === undefined,
  };
}
