/** A browser keeps pages that were left, and shows them again as they were: what was loaded may be old by then. */

const listeners = new Set<() => void>();

/** Called when a kept page is shown again, once its session is known to be the one that it shows. */
export function onReturn(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellReturn(): void {
  for (const listener of listeners) listener();
}
