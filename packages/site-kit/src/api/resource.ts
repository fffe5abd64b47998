/**
 * What a page for visitors fetches for itself, without TanStack Query: shown at once where the HTML brings it or it was
 * fetched before, and fetched again when it is old.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { reportUnexpected } from '../faults/report-fault.ts';
import { pageDataOf } from '../page/page-data.ts';
import { onReturn } from '../page/returns.ts';
import { createStore, useStore, type Store } from '../store/store.ts';
import { withRetries } from './retry.ts';

export interface Resource<Value> {
  /** Identifies the value; where the build writes it next to a page, its name there. */
  key: string;
  load: (shown: Value | undefined) => Promise<Value>;
  /** Null where there is nothing to load yet. */
  staleMs?: number | null;
}

interface Loaded<Value> {
  /** Undefined until it is loaded. */
  data: Value | undefined;
  /** Why the last load failed; null where it has not. */
  error: unknown;
  isLoading: boolean;
}

interface Entry<Value> {
  store: Store<Loaded<Value>>;
  loadedAtMs: number;
  /** Counts loads and changes: an answer to an older load is dropped. */
  version: number;
  /** Components that show it. */
  users: number;
}

const entries = new Map<string, Entry<unknown>>();
const usuallyStaleMs = 30_000;
const never = Number.NEGATIVE_INFINITY;

function entryOf<Value>(key: string): Entry<Value> {
  let entry = entries.get(key);
  if (entry === undefined) {
    const store = createStore<Loaded<unknown>>({ data: pageDataOf(key), error: null, isLoading: false });
    entry = { store, loadedAtMs: never, version: 0, users: 0 };
    entries.set(key, entry);
  }
  return entry as Entry<Value>;
}

export function useResource<Value>({ key, load, staleMs = usuallyStaleMs }: Resource<Value>) {
  'use memo';
  const entry = entryOf<Value>(key);
  const loaded = useStore(entry.store);
  const refresh = useEffectEvent((): void => {
    const isDue = staleMs !== null && performance.now() - entry.loadedAtMs >= staleMs;
    if (isDue && !entry.store.get().isLoading) void run(entry, load);
  });
  useEffect(() => {
    const release = retain(entry);
    const onLine = (): void => refresh();
    onLine();
    addEventListener('online', onLine);
    const stop = onReturn(() => {
      entry.loadedAtMs = never;
      onLine();
    });
    return () => {
      release();
      stop();
      removeEventListener('online', onLine);
    };
  }, [entry]);
  return { ...loaded, reload: () => run(entry, load) };
}

/** While a component shows it. The next visit does not begin with the failure of this one. */
function retain<Value>(entry: Entry<Value>): () => void {
  entry.users += 1;
  return () => {
    entry.users -= 1;
    const loaded = entry.store.get();
    if (entry.users === 0 && loaded.error !== null) entry.store.set({ ...loaded, error: null });
  };
}

/** Never throws: failure is a state. */
async function run<Value>(entry: Entry<Value>, load: Resource<Value>['load']): Promise<void> {
  const { store } = entry;
  const version = (entry.version += 1);
  const { data, error } = store.get();
  store.set({ data, error: data === undefined ? null : error, isLoading: true });
  const next = await withRetries(() => load(data)).then(
    (found) => ({ data: found, error: null }),
    (failure: unknown) => ({ failure }),
  );
  if (entry.version !== version) return;
  if ('failure' in next) {
    reportUnexpected(next.failure);
    store.set({ data: store.get().data, error: next.failure, isLoading: false });
    return;
  }
  entry.loadedAtMs = performance.now();
  store.set({ ...next, isLoading: false });
}

/** `change` returns undefined to leave it as it is. The answer to a load that is under way is dropped. */
export function changeResource<Value>(
  key: string,
  change: (data: Value | undefined) => Value | undefined,
): void {
  const entry = entryOf<Value>(key);
  const data = change(entry.store.get().data);
  if (data === undefined) return;
  entry.version += 1;
  entry.store.set({ data, error: null, isLoading: false });
}

/** What is shown stays, but counts as old. */
export function forgetResources(): void {
  for (const [key, entry] of entries) {
    entry.loadedAtMs = never;
    if (entry.users === 0) entries.delete(key);
  }
}

/** In place of what is loaded for the first time, what was shown before, if it `fits`. */
export function useShownBefore<Value>(
  { data, error }: Pick<Loaded<Value>, 'data' | 'error'>,
  fits: (shown: Value) => boolean = () => true,
): Value | undefined {
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return data ?? (error === null && last !== undefined && fits(last) ? last : undefined);
}
