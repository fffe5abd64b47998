/** Where a player goes after signing in: back to the page that asked for it, or to the games. */
import type { PageLocation } from '@fairground/site-kit/router/create-router.ts';

export function returnPath({ state, search }: Pick<PageLocation, 'state' | 'search'>): string {
  const from =
    typeof state === 'object' && state !== null && 'from' in state
      ? state.from
      : new URLSearchParams(search).get('from');
  // Only paths of this site: "//host" would leave it.
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/games';
}
