/** What the stalls show, as the live messages reported it; undefined while no page follows them. */
import type { LargeWin, Stall, Stalls } from '@fairground/contract/stalls';
import { createStore, useStore } from '../store/store.ts';

const store = createStore<Stalls | undefined>(undefined);

/** By the game's wire id. */
export const useStall = (game: string): Stall | undefined => useStore(store)?.stalls[game];

const none: readonly LargeWin[] = [];

export const useLargeWins = (): readonly LargeWin[] => useStore(store)?.wins ?? none;

export const setStalls = store.set;
