/** Text that follows the flight sixty times a second, written past React so that nothing renders again. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { createStore, type Store } from '@fairground/site-kit/store/store.ts';

/** The multiplier in hundredths. */
export type FlightStore = Store<number>;

export const createFlightStore = (): FlightStore => createStore(100);

export type FlightTextProps = {
  store: FlightStore;
  format: (hundredths: number) => string;
  /** What is shown stays, whatever the flight does. */
  isHeld?: boolean;
};

export function FlightText({ store, format, isHeld = false }: FlightTextProps) {
  const span = useRef<HTMLSpanElement>(null);
  const write = useEffectEvent(() => {
    const text = format(store.get());
    if (isHeld && span.current?.textContent) return;
    if (span.current && span.current.textContent !== text) span.current.textContent = text;
  });
  // After each render too: the format may have changed while the number has not.
  useEffect(() => write());
  useEffect(() => store.subscribe(() => write()), [store]);
  return <span ref={span} />;
}

/** Not in the page before its data: no round is known there. */
export const display =
  'pointer-events-none absolute inset-0 px-3 pt-3 text-center text-text in-[.page-shell]:invisible ' +
  'lg:pt-[4.5vh] lg:pr-6 lg:pl-[19%] lg:text-left';
export const multiplier =
  'figures font-display text-[length:min(clamp(3.25rem,17vw,6.5rem),20vw)] leading-none ' +
  'data-crashed:text-loss sideways:text-56 lg:text-[length:min(clamp(6rem,10.8vw,9.75rem),13vw)]';
