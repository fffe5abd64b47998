/** The guard: without a signed-in player a protected page leads to /login, which leads back afterwards. */
import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation, useView } from '../shared/router/router.tsx';
import { useT } from '../shared/i18n/i18n.ts';
import { loadUser, useSession } from '../entities/session/session.ts';
import { Message } from '../shared/ui/message.tsx';
import { Button } from '../shared/ui/button.tsx';
import { useHydrated } from '../shared/ui/use-hydrated.ts';
import { isPageHandle } from './page-meta.tsx';

export function RequireUser({ children }: { children: ReactNode }) {
  const t = useT();
  const { status } = useSession();
  const { pathname, search } = useLocation();

  useEffect(() => {
    if (status === 'unknown') void loadUser();
  }, [status]);

  // Every page behind the guard follows the player live; visitors never load this.
  useEffect(() => {
    if (status === 'player') void loadLiveSession().then((live) => live.followSession());
  }, [status]);

  switch (status) {
    case 'player':
      // As high as what was shown while checking: the footer of a short page stays where it was.
      return <div className="flex min-h-dvh grow flex-col">{children}</div>;
    case 'visitor':
      return <Navigate to="/login" replace state={{ from: `${pathname}${search}` }} />;
    case 'unknown':
      return <Checking />;
    case 'failed':
      return (
        <Message title={t('auth.checkFailedTitle')} text={t('error.network')}>
          <Button onClick={() => void loadUser()}>{t('ui.retry')}</Button>
        </Message>
      );
  }
}

const loadLiveSession = () => import('../entities/live/live-session.ts');

/** The shells of guarded pages look the same, so that a page has words of its own only once it is live. */
function Checking() {
  const t = useT();
  const hydrated = useHydrated();
  const { handle } = useView().route;
  const checking = isPageHandle(handle) ? handle.checking : undefined;
  return (
    <p role="status" className="grid min-h-dvh grow place-items-center p-6 text-quiet">
      {t((hydrated && checking) || 'auth.checking')}
    </p>
  );
}
