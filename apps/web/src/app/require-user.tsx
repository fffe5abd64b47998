/** The guard: without a signed-in player a protected page leads to /login, which leads back afterwards. */
import { useEffect, type ReactNode } from 'react';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { Navigate, useView } from '@fairground/site-kit/router/router.tsx';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { loadUser, useSession } from '@fairground/site-kit/session/session.ts';
import { NeedsScripts } from '@fairground/site-kit/ui/needs-scripts.tsx';
import { Message } from '@fairground/site-kit/ui/message.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { isPageHandle } from './page-meta.tsx';

/**
 * A page as it is before its data, the same for every player. The build renders it, and theme.css shows
 * it where a player was signed in before. Until the session is known it is HTML alone, so that nothing of
 * the page runs for a visitor.
 */
const shellClass = 'page-shell min-h-(--page-height) grow flex-col';
const firstPath = import.meta.env.SSR ? '' : location.pathname;
const firstShell = import.meta.env.SSR ? '' : document.querySelector('.page-shell')?.innerHTML;

export function RequireUser({ children }: { children: ReactNode }) {
  // Rendered a few times by a page, so that what the compiler adds weighs more than it saves.
  'use no memo';
  const t = useT();
  const session = useSession();
  const { status } = session;
  const { route, location } = useView();
  const { pathname, search } = location;

  useEffect(() => {
    if (status === 'unknown') void loadUser();
  }, [status]);

  // Every page behind the guard follows the player live; visitors never load this.
  useEffect(() => {
    if (status === 'player') void loadLiveSession().then((live) => live.followSession());
  }, [status]);

  switch (session.status) {
    case 'player':
      // As high as what was shown while checking: the footer of a short page stays where it was.
      return <div className="flex min-h-(--page-height) grow flex-col">{children}</div>;
    case 'visitor':
      return <Navigate to="/login" replace state={{ from: `${pathname}${search}` }} />;
    case 'unknown':
      return (
        <>
          {import.meta.env.SSR ? (
            <div inert className={shellClass}>
              {/* What an address with a name is of is unknown. */}
              {route.path.includes(':') ? null : children}
            </div>
          ) : (
            <div
              inert
              className={shellClass}
              dangerouslySetInnerHTML={{ __html: (pathname === firstPath && firstShell) || '' }}
            />
          )}
          <p role="status" className="grid min-h-(--page-height) grow place-items-center p-6 text-quiet">
            {t((isPageHandle(route.handle) && route.handle.checking) || 'auth.checking')}
            <NeedsScripts />
          </p>
        </>
      );
    case 'failed':
      return (
        <Message
          title={t('auth.checkFailedTitle')}
          text={readableError(session.error, t('error.unexpected'))}
        >
          <Button onClick={() => void loadUser()}>{t('ui.retry')}</Button>
        </Message>
      );
  }
}

const loadLiveSession = () => import('@fairground/site-kit/live/live-session.ts');
