/** Where a player goes after signing in: back to the page that asked for it, or to the games. */

export function returnPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  // Only paths of this site: "//host" would leave it.
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/games';
}
