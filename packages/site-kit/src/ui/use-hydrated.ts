/** False in prerendered HTML and in the first render during hydration, then true. */
import { useSyncExternalStore } from 'react';

export const useHydrated = (): boolean => {
  'use memo';
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
};
