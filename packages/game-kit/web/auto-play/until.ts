/** Waiting for a state of a live cache. */
interface Changing<State> {
  state(): State;
  subscribe(listener: () => void): () => void;
}

/** Resolves once `read` returns something, now or after a later action. Rejects with the signal's reason. */
export const until = <State, Found>(
  cache: Changing<State>,
  read: (state: State) => Found | null | undefined,
  signal?: AbortSignal,
): Promise<Found> =>
  new Promise((resolve, reject) => {
    const check = (): boolean => {
      const found = read(cache.state());
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
    const unsubscribe = cache.subscribe(() => {
      if (!check()) return;
      unsubscribe();
      signal?.removeEventListener('abort', abort);
    });
    signal?.addEventListener('abort', abort, { once: true });
  });
