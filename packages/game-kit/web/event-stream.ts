/** Events of a game as they happen: for toasts, sounds and announcements. Nothing is stored for later listeners. */
import { useEffect, useEffectEvent } from 'react';

export interface EventStream<Event> {
  publish(event: Event): void;
  /** Returns what ends the subscription. */
  subscribe(listener: (event: Event) => void): () => void;
}

export function createEventStream<Event>(): EventStream<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    publish(event) {
      for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Calls `handler` for each event while the component is mounted. */
export function useGameEvents<Event>(stream: EventStream<Event>, handler: (event: Event) => void): void {
  const onEvent = useEffectEvent(handler);
  useEffect(() => stream.subscribe((event) => onEvent(event)), [stream]);
}
