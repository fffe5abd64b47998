/** The figures of this site for texts and tables; prerendered pages begin with those of default settings. */
import type { GamesConfig } from '@fairground/contract/config';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useGamesConfig } from '../api/games-config.ts';
import { toFacts, type Facts } from './facts.ts';

export interface FactsOfSite {
  config: GamesConfig | undefined;
  /** For the texts; a dash stands for each figure until it is known. */
  facts: Facts | Record<string, string>;
  failed: boolean;
}

/** The page data of a prerendered guide. */
export const factsKey = ['facts'];

const unknown: Record<string, string> = new Proxy({}, { get: () => '–', has: () => true });

export function useFacts(): FactsOfSite {
  const { data: asked, isError } = useGamesConfig();
  const { data: prerendered } = useQuery<GamesConfig>({ queryKey: factsKey, queryFn: skipToken });
  const config = asked ?? prerendered;
  return {
    config,
    facts: config ? toFacts(config) : unknown,
    failed: isError && config === undefined,
  };
}
