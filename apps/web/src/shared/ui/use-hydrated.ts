/** False in prerendered HTML and at the first render that takes it over, true from then on. */
import { useSyncExternalStore } from 'react';

export const useHydrated = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
