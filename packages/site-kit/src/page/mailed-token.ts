/** The one-time token of a mailed link, which is behind the #. */
import { useLocation, useSearchParams } from '../router/router.tsx';

/** Null where the link is of another kind. The server chooses the page by the query alone, so this does too. */
export function useMailedToken(name: string): string | null {
  'use memo';
  const [query] = useSearchParams();
  const { hash } = useLocation();
  return query.get('mailed') === name ? (new URLSearchParams(hash.slice(1)).get(name) ?? '') : null;
}
