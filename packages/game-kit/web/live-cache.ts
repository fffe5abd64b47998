/**
 * A game's live state in the query cache, which is the only copy of what the server sent. Live messages, fetched
 * answers and answers to calls are actions of one pure reducer; it returns the next state, and the events that a
 * player should notice. Events are published after the cache is written.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { createEventStream, type EventStream } from './event-stream.ts';

export interface Step<State, Event> {
  state: State;
  events: readonly Event[];
}

interface LiveCacheOptions<State, Action, Event> {
  client: QueryClient;
  /** The query key of each member of the state; a member is undefined until it is loaded. */
  keys: { readonly [Name in keyof State]-?: QueryKey };
  reduce: (state: State, action: Action) => Step<State, Event>;
}

export interface LiveCache<State, Action, Event> {
  /** Applies an action, and returns the resulting state. */
  dispatch(action: Action): State;
  state(): State;
  /** Resolves once `read` returns something, now or after a later action. Rejects with the signal's reason. */
  until<Found>(read: (state: State) => Found | null | undefined, signal?: AbortSignal): Promise<Found>;
  events: EventStream<Event>;
}

export function createLiveCache<State extends object, Action, Event>({
  client,
  keys,
  reduce,
}: LiveCacheOptions<State, Action, Event>): LiveCache<State, Action, Event> {
  const names = Object.keys(keys) as (keyof State)[];
  const events = createEventStream<Event>();
  const changes = createEventStream<null>();
  const state = (): State =>
    Object.fromEntries(names.map((name) => [name, client.getQueryData(keys[name])])) as State;
  return {
    state,
    events,
    until: (read, signal) =>
      new Promise((resolve, reject) => {
        const check = (): boolean => {
          const found = read(state());
          if (found === null || found === undefined) return false;
          resolve(found);
          return true;
        };
        signal?.throwIfAborted();
        if (check()) return;
        const abort = (): void => {
          unsubscribe();
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors
          reject(signal?.reason);
        };
        const unsubscribe = changes.subscribe(() => {
          if (!check()) return;
          unsubscribe();
          signal?.removeEventListener('abort', abort);
        });
        signal?.addEventListener('abort', abort, { once: true });
      }),
    dispatch(action) {
      const before = state();
      const step = reduce(before, action);
      for (const name of names) {
        if (step.state[name] !== before[name]) client.setQueryData<unknown>(keys[name], step.state[name]);
      }
      for (const event of step.events) events.publish(event);
      changes.publish(null);
      return step.state;
    },
  };
}
