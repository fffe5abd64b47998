/** The one-time token of a mailed link: behind the #, or in the query of links that were mailed by older versions. */
import { useLocation, useSearchParams } from '../router/router.tsx';

/** Null where the link is of another kind. The server chooses the page by the query alone, so this does too. */
export function useMailedToken(name: string): string | null {
  'use memo';
  const [query] = useSearchParams();
  const { hash } = useLocation();
  if (query.get('mailed') === name) return new URLSearchParams(hash.slice(1)).get(name) ?? '';
  return query.get(name) || null;
}
