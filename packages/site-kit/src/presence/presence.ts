/** How many players and visitors are connected, as the live connection reported it; undefined without one. */
import { createStore, useStore } from '../store/store.ts';

const store = createStore<number | undefined>(undefined);

export const useConnectedCount = (): number | undefined => useStore(store);

export const setConnectedCount = store.set;
