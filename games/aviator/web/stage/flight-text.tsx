/** Text that follows the flight sixty times a second, written past React so that nothing renders again. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { createStore, type Store } from '@fairground/site-kit/store/store.ts';

/** The multiplier in hundredths. */
export type FlightStore = Store<number>;

export const createFlightStore = (): FlightStore => createStore(100);

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
