/** The page of the address in the frame of the site, behind the guard where only players see it. */
import { useSuccessor } from '@fairground/site-kit/session/session.ts';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { CurrentPage, FaultBoundary, useView } from '@fairground/site-kit/router/router.tsx';
import { CrashPage } from './crash-page.tsx';
import { Layout } from './layout.tsx';
import { PageError } from './page-error.tsx';
import { isPageHandle } from './page-meta.tsx';
import { RequireUser } from './require-user.tsx';

const SuccessorPage = lazyPart(async () => (await import('./successor-page.tsx')).SuccessorPage);

export function Site() {
  const { route, location } = useView();
  const successor = useSuccessor();
  if (successor !== null)
    return (
      <LazyBoundary>
        <SuccessorPage username={successor} />
      </LazyBoundary>
    );
  if (isPageHandle(route.handle) && route.handle.bare) return <PageOrError />;
  return (
    <FaultBoundary location={location} Fallback={CrashPage}>
      <Layout>
        {/* A page that fails leaves the frame around it as it is. */}
        <PageOrError />
      </Layout>
    </FaultBoundary>
  );
}

function PageOrError() {
  const { route, location, failure } = useView();
  if (failure) return <PageError error={failure.error} />;
  const isGuarded = isPageHandle(route.handle) && route.handle.guarded;
  return (
    <FaultBoundary location={location} Fallback={PageError}>
      {isGuarded ? (
        <RequireUser>
          <CurrentPage />
        </RequireUser>
      ) : (
        <CurrentPage />
      )}
    </FaultBoundary>
  );
}
