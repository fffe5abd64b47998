/** Text that follows the flight sixty times a second, written past React so that nothing renders again. */
import { useEffect, useEffectEvent, useRef } from 'react';

export type FlightStore = {
  get(): number;
  set(hundredths: number): void;
  subscribe(listener: () => void): () => void;
};

export function createFlightStore(): FlightStore {
  let value = 100;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(hundredths) {
      value = hundredths;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type FlightTextProps = {
  store: FlightStore;
  format: (hundredths: number) => string;
  className?: string;
};

export function FlightText({ store, format, className }: FlightTextProps) {
  const span = useRef<HTMLSpanElement>(null);
  const write = useEffectEvent(() => {
    const text = format(store.get());
    if (span.current && span.current.textContent !== text) span.current.textContent = text;
  });
  // After each render too: the format may have changed while the number has not.
  useEffect(() => write());
  useEffect(() => store.subscribe(() => write()), [store]);
  return <span ref={span} className={className} />;
}
