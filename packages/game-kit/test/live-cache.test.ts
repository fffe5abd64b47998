import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { until } from '../web/auto-play/until.ts';
import { createLiveCache } from '../web/live-cache.ts';

interface State {
  total: number | undefined;
  names: readonly string[] | undefined;
}

const keys = { total: ['counter', 'total'], names: ['counter', 'names'] } as const;

function createCounter() {
  const client = new QueryClient();
  const cache = createLiveCache<State, { add: number; name?: string }, string>({
    client,
    keys,
    reduce: (state, { add, name }) => ({
      state: {
        total: (state.total ?? 0) + add,
        names: name === undefined ? state.names : [...(state.names ?? []), name],
      },
      events: name === undefined ? [] : [`${name} added ${add}`],
    }),
  });
  return { client, cache };
}

describe('a live cache', () => {
  it('reads and writes the query cache, which others may change too', () => {
    const { client, cache } = createCounter();
    expect(cache.state()).toEqual({ total: undefined, names: undefined });
    expect(cache.dispatch({ add: 2 })).toEqual({ total: 2, names: undefined });
    client.setQueryData(keys.total, 10);
    cache.dispatch({ add: 1 });
    expect(client.getQueryData(keys.total)).toBe(11);
  });

  it('writes only members that have changed', () => {
    const { client, cache } = createCounter();
    cache.dispatch({ add: 1, name: 'ann' });
    const updatedAt = client.getQueryState(keys.names)?.dataUpdateCount;
    cache.dispatch({ add: 1 });
    expect(client.getQueryState(keys.names)?.dataUpdateCount).toBe(updatedAt);
  });

  it('publishes events after the cache is written, once, to those who listen then', () => {
    const { client, cache } = createCounter();
    cache.dispatch({ add: 1, name: 'early' });
    const seen: unknown[] = [];
    const stop = cache.events.subscribe((event) => seen.push([event, client.getQueryData(keys.total)]));
    cache.dispatch({ add: 2, name: 'ann' });
    stop();
    cache.dispatch({ add: 3, name: 'late' });
    expect(seen).toEqual([['ann added 2', 3]]);
  });

  it('hands each action the state that the one before left, also from within a listener', () => {
    const { cache } = createCounter();
    const listener = vi.fn(() => {
      if (listener.mock.calls.length === 1) cache.dispatch({ add: 5, name: 'again' });
    });
    cache.events.subscribe(listener);
    cache.dispatch({ add: 1, name: 'ann' });
    expect(cache.state()).toEqual({ total: 6, names: ['ann', 'again'] });
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('resolves what waits for a state, immediately or after a later action', async () => {
    const { cache } = createCounter();
    const five = until(cache, ({ total }) => (total !== undefined && total >= 5 ? total : null));
    cache.dispatch({ add: 3 });
    cache.dispatch({ add: 4 });
    cache.dispatch({ add: 4 });
    expect(await five).toBe(7);
    expect(await until(cache, ({ total }) => total)).toBe(11);
  });

  it('ends what waits for a state with the reason of its signal', async () => {
    const { cache } = createCounter();
    const control = new AbortController();
    const waiting = until(cache, ({ names }) => names, control.signal);
    control.abort('left');
    cache.dispatch({ add: 1, name: 'ann' });
    await expect(waiting).rejects.toBe('left');
    await expect(until(cache, () => null, control.signal)).rejects.toBe('left');
  });
});
