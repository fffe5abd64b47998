/** The frame of every page: name, navigation by role, and who is signed in. */
import { Button, ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { switchTheme } from '@fairground/site-kit/ui/theme.ts';
import { useMutation } from '@tanstack/react-query';
import KeyRound from '@fairground/site-kit/icons/key-round';
import LogOut from '@fairground/site-kit/icons/log-out';
import SunMoon from '@fairground/site-kit/icons/sun-moon';
import { CurrentPage, NavLink, useLocation } from '@fairground/site-kit/router/router.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import type { StaffSession } from '@fairground/contract/console/staff';
import { FirstAccountPage } from './first-account-page.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { Failure, Pending } from './shared/parts.tsx';
import { firstAccountPath, pagesOf } from './shared/navigation.ts';
import { signOut, useSession } from './shared/session.ts';

export function Frame() {
  const { data: session, error } = useSession();
  const { pathname } = useLocation();
  if (session === undefined) {
    return (
      <main className="p-6">
        <Pending error={error} />
      </main>
    );
  }
  if (session !== null) return <SignedIn session={session} />;
  return pathname === firstAccountPath ? <FirstAccountPage /> : <SignInPage />;
}

function SignedIn({ session }: { session: StaffSession }) {
  const leaving = useMutation({ mutationFn: signOut });
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className={cn(
          'absolute top-2 left-2 z-50 rounded-control bg-bulb-400 px-4 py-3 font-bold text-night-950',
          'not-focus:[clip-path:inset(50%)]',
        )}
      >
        Skip to content
      </a>
      <header className="border-b-2 border-rule bg-panel">
        <div
          className={cn(
            'mx-auto flex w-full max-w-[1280px] flex-wrap items-center justify-between gap-x-4 px-3',
            'pt-2 sm:px-6',
          )}
        >
          <p className="text-16 font-bold">Fairground console</p>
          <div className="flex items-center gap-1">
            <p className="text-14 leading-5 text-quiet">
              {session.name} <span className="text-text">({session.role})</span>
            </p>
            <ButtonLink variant="quiet" size="icon" to="/security" aria-label="Security">
              <KeyRound aria-hidden className="size-5" />
            </ButtonLink>
            <Button variant="quiet" size="icon" aria-label="Switch theme" onClick={switchTheme}>
              <SunMoon aria-hidden className="size-5" />
            </Button>
            <Button
              variant="quiet"
              size="icon"
              aria-label="Sign out"
              busy={leaving.isPending}
              onClick={() => leaving.mutate()}
            >
              <LogOut aria-hidden className="size-5" />
            </Button>
          </div>
        </div>
        <nav aria-label="Console" className="mx-auto w-full max-w-[1280px] px-1 sm:px-4">
          <ul className="flex flex-wrap">
            {pagesOf(session.role).map(({ path, label }) => (
              <li key={path}>
                <NavLink
                  to={path}
                  className={cn(
                    'flex min-h-11 items-center border-b-4 border-transparent px-1.5 text-14',
                    'font-bold text-quiet hover:text-text aria-[current=page]:border-bulb-500',
                    'aria-[current=page]:text-text sm:px-2.5 sm:text-15',
                  )}
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        {leaving.error ? <Failure error={leaving.error} /> : null}
      </header>
      <main id="main" tabIndex={-1} className="grow outline-none">
        <CurrentPage />
      </main>
    </div>
  );
}
