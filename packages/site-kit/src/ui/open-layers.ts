/** The dialogs that are open, topmost last: Escape closes one of them before it closes a toast that came later. */
import { useEffect, useEffectEvent } from 'react';

const layers: (() => void)[] = [];

/** While `open`, `close` belongs to a layer above the page. */
export function useOpenLayer(open: boolean, close: () => void): void {
  const onClose = useEffectEvent(close);
  useEffect(() => {
    if (!open) return;
    const layer = (): void => onClose();
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [open]);
}

/** Returns false where none is open. */
export function closeTopLayer(): boolean {
  const layer = layers.at(-1);
  layer?.();
  return layer !== undefined;
}
