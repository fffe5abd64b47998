/** How many are at the fair, as the live connection reported it; undefined where there is none. */
import { createStore, useStore } from '../store/store.ts';

const store = createStore<number | undefined>(undefined);

export const useConnectedCount = (): number | undefined => useStore(store);

export const setConnectedCount = store.set;
