/**
 * The sticky header. It is prerendered with Login and Sign Up, and with the links of a player: theme.css shows one of
 * the two by what theme.js finds. The player's part (menus, balance) is loaded only for players. The session is
 * fetched once, when the header mounts.
 */
import type { User } from '@fairground/contract/user';
import MenuIcon from '@fairground/site-kit/icons/menu';
import { useEffect, useState } from 'react';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { lazyDialog } from '@fairground/site-kit/faults/lazy-dialog.tsx';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { loadUserIfExpected, useUser } from '@fairground/site-kit/session/session.ts';
import { Button, ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Logo } from './logo.tsx';
import { NavigationShell } from './navigation-shell.tsx';
import { withQueries } from './with-queries.tsx';

const PlayerNavigation = lazyPart(async () => (await import('./player-header.tsx')).PlayerNavigation);
const PlayerControls = lazyPart(
  withQueries(async () => (await import('./player-header.tsx')).PlayerControls),
);
const SiteDialogs = lazyPart(withQueries(async () => (await import('./site-dialogs.tsx')).SiteDialogs));
const NavigationDrawer = lazyDialog(
  withQueries(async () => (await import('./navigation-drawer.tsx')).NavigationDrawer),
);

const firstShell = import.meta.env.SSR ? '' : (document.querySelector('.player-shell')?.innerHTML ?? '');

/** Markup that the browser has already, so that no script brings it to visitors. */
const PlayerShell = () => {
  'use memo';
  return import.meta.env.SSR ? (
    <div className="player-shell">
      <NavigationShell />
    </div>
  ) : (
    <div className="player-shell" dangerouslySetInnerHTML={{ __html: firstShell }} />
  );
};

/** As wide as the player's controls, so that nothing moves when these come. */
function ControlsShell({ user }: { user: User }) {
  const { formatCoins } = useFormat();
  return (
    <>
      {user.isSpinned ? null : <Skeleton className="size-11 shrink-0 rounded-full" />}
      <Skeleton className="h-11 rounded-full px-3 text-17">
        {/* The balance and its coin. */}
        <span className="figures invisible pl-7 leading-11 font-bold">
          {formatCoins(user.coins + user.winningAmount)}
        </span>
      </Skeleton>
      <Skeleton className="size-11 shrink-0 rounded-full max-xs:hidden" />
      <Skeleton className="hidden size-11 shrink-0 rounded-full xs:inline-block" />
    </>
  );
}

export function Header() {
  const t = useT();
  const user = useUser();
  /** Null until it is used. */
  const [isDrawerOpen, setDrawerOpen] = useState<boolean | null>(null);

  useEffect(() => {
    void loadUserIfExpected();
  }, []);

  return (
    // Not sticky where the text is so large that it wraps: it would cover most of a phone.
    <header
      className={cn(
        'sticky top-0 z-30 h-(--header-height) border-b-[1.5px] border-rule bg-ground',
        'print:hidden max-[16rem]:static max-[16rem]:h-auto',
      )}
    >
      <div className="page-frame flex h-full max-[16rem]:flex-wrap items-center gap-2 md:gap-3 lg:gap-6">
        <Link to="/" className="rounded-control py-1">
          <Logo />
        </Link>
        {user ? (
          <LazyBoundary fallback={<PlayerShell />}>
            <PlayerNavigation />
          </LazyBoundary>
        ) : (
          <PlayerShell />
        )}
        <div className="flex grow max-[16rem]:flex-wrap justify-end items-center gap-2 md:gap-2 lg:gap-3">
          {user ? (
            <LazyBoundary fallback={<ControlsShell user={user} />}>
              <PlayerControls user={user} />
            </LazyBoundary>
          ) : (
            <div className="visitor-only flex items-center gap-1 md:gap-3">
              <ButtonLink to="/login" variant="quiet" size="small" className="md:text-16">
                {t('nav.login')}
              </ButtonLink>
              <ButtonLink to="/register" size="small" className="md:px-5 md:text-16">
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
            onClick={() => setDrawerOpen(true)}
          >
            <MenuIcon aria-hidden className="size-6" />
          </Button>
        </div>
      </div>
      {user ? (
        <LazyBoundary>
          <SiteDialogs />
        </LazyBoundary>
      ) : null}
      {isDrawerOpen === null ? null : (
        <NavigationDrawer open={isDrawerOpen} onOpenChange={setDrawerOpen} user={user} />
      )}
    </header>
  );
}
