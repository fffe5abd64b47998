/**
 * Where a player without coins gets some: dialogs and pages, named by the list of games and shown on any game's page.
 */
import { createContext, useContext } from 'react';
import type { GameMessageKey, MessageKey } from '../i18n/i18n.ts';
import type { SiteDialog } from '../ui/site-dialogs.ts';

export type CoinWay = { label: MessageKey | GameMessageKey } & ({ dialog: SiteDialog } | { path: string });

export const CoinWays = createContext<readonly CoinWay[]>([]);

export const useCoinWays = (): readonly CoinWay[] => useContext(CoinWays);
