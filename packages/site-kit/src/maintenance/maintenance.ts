/**
 * The maintenance of the site, as the live connection or a page of a game last learned of it; null while there is
 * none.
 */
import type { Maintenance } from '@fairground/contract/maintenance';
import { createStore, useStore } from '../store/store.ts';

const store = createStore<Maintenance | null>(null);

export const useMaintenance = (): Maintenance | null => useStore(store);

export const setMaintenance = store.set;
