/**
 * A value that components and other code follow. What every page needs is stored here, so that pages for visitors load
 * neither TanStack Query nor its provider; what a page fetches for itself is in the query cache.
 */
import { useSyncExternalStore } from 'react';

export interface Store<Value> {
  get(): Value;
  /** Calls the listeners unless the value is the same. */
  set(next: Value): void;
  subscribe(listener: () => void): () => void;
  /** What prerendered pages were made with. */
  initial(): Value;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(next) {
      if (Object.is(next, current)) return;
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    initial: () => initial,
  };
}

export const useStore = <Value>({ subscribe, get, initial }: Store<Value>): Value =>
  useSyncExternalStore(subscribe, get, initial);
