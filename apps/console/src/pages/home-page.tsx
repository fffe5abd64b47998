/** Leads to the first page of the role; any other address has nothing. */
import { Navigate, useLocation } from '@fairground/site-kit/router/router.tsx';
import { firstAccountPath, pagesOf } from '../shared/navigation.ts';
import { Page } from '../shared/parts.tsx';
import { useRole } from '../shared/session.ts';

export function HomePage() {
  const { pathname } = useLocation();
  const role = useRole();
  const [first] = role === undefined ? [] : pagesOf(role);
  if ((pathname === '/' || pathname === firstAccountPath) && first)
    return <Navigate to={first.path} replace />;
  return (
    <Page title="Not found">
      <p className="text-quiet">There is no such page in the console.</p>
    </Page>
  );
}
