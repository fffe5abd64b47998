/**
 * The sticky header. Visitors get it prerendered with Login and Sign Up; the player's part (menus, purse) is
 * loaded only for players. Who is here is asked once, when the header mounts.
 */
import { Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useT } from '../shared/i18n/i18n.ts';
import { loadUserIfExpected, useUser } from '../shared/session/session.ts';
import { Button, ButtonLink } from '../shared/ui/button.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { Logo } from './logo.tsx';

const PlayerNavigation = lazy(() =>
  import('./player-header.tsx').then((m) => ({ default: m.PlayerNavigation })),
);
const PlayerControls = lazy(() => import('./player-header.tsx').then((m) => ({ default: m.PlayerControls })));
const SiteDialogs = lazy(() => import('./site-dialogs.tsx').then((m) => ({ default: m.SiteDialogs })));
const NavigationDrawer = lazy(() =>
  import('./navigation-drawer.tsx').then((m) => ({ default: m.NavigationDrawer })),
);

export function Header() {
  const t = useT();
  const user = useUser();
  const [drawer, setDrawer] = useState<'unused' | 'open' | 'closed'>('unused');

  useEffect(() => {
    void loadUserIfExpected();
  }, []);

  return (
    <header className="sticky top-0 z-30 border-b-[1.5px] border-rule bg-ground">
      <div className="mx-auto flex h-18 max-w-[1440px] items-center gap-2 px-4 md:gap-3 md:px-5 lg:gap-6 lg:px-10">
        <Link to="/" className="rounded-control py-1">
          <Logo />
        </Link>
        {user ? (
          <Suspense>
            <PlayerNavigation />
          </Suspense>
        ) : null}
        <div className="ml-auto flex items-center gap-2 md:gap-2 lg:gap-3">
          {user ? (
            <Suspense fallback={<Skeleton className="h-11 w-28 rounded-full" />}>
              <PlayerControls user={user} />
            </Suspense>
          ) : (
            <div className="visitor-only flex items-center gap-1 md:gap-3">
              <ButtonLink to="/login" variant="quiet" size="small" className="md:text-[16px]">
                {t('nav.login')}
              </ButtonLink>
              <ButtonLink to="/register" size="small" className="md:px-5 md:text-[16px]">
                {t('nav.signUp')}
              </ButtonLink>
            </div>
          )}
          <Button
            variant="quiet"
            size="icon"
            className="md:hidden"
            aria-label={t('nav.open')}
            aria-haspopup="dialog"
            onClick={() => setDrawer('open')}
          >
            <MenuIcon aria-hidden className="size-6" />
          </Button>
        </div>
      </div>
      {user ? (
        <Suspense>
          <SiteDialogs />
        </Suspense>
      ) : null}
      {drawer === 'unused' ? null : (
        <Suspense>
          <NavigationDrawer
            open={drawer === 'open'}
            onOpenChange={(open) => setDrawer(open ? 'open' : 'closed')}
            user={user}
          />
        </Suspense>
      )}
    </header>
  );
}
