/** The frame of the account's pages: the list of its parts beside the open one. Below 1024 px the list is a menu. */
import ChevronDown from '@fairground/site-kit/icons/chevron-down';
import type { ReactNode } from 'react';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { NavLink, useLocation } from '@fairground/site-kit/router/router.tsx';
import { Dropdown, DropdownLink } from '@fairground/site-kit/ui/dropdown.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import type { NavigationLink } from './navigation.ts';

const parts = [
  { to: '/profile', label: 'nav.profile' },
  { to: '/profile/security', label: 'nav.security' },
  { to: '/profile/play', label: 'nav.myBets' },
  { to: '/profile/notices', label: 'notices.title' },
  { to: '/limits', label: 'nav.limits' },
  { to: '/profile/data', label: 'nav.data' },
] as const satisfies readonly NavigationLink[];

export function AccountPage({ children }: { children: ReactNode }) {
  const t = useT();
  const { pathname } = useLocation();
  const open = parts.find(({ to }) => to === pathname) ?? parts[0];
  return (
    <ScenePage className="px-2 pt-16 pb-24 sm:px-4">
      <div className="mx-auto grid max-w-page grid-cols-1 items-start gap-5 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <nav
          aria-label={t('nav.yourAccount')}
          // Bites would cut off what the menu unfolds.
          className="relative z-10 rounded-b-panel bg-panel p-2 max-lg:rounded-panel lg:bites-top lg:pt-5"
        >
          <div className="lg:hidden">
            <Dropdown
              buttonClassName={cn(
                'flex min-h-11 w-full items-center justify-between',
                'rounded-control border-2 border-edge px-4 font-bold',
              )}
              button={
                <>
                  <span>{t(open.label)}</span>
                  <ChevronDown aria-hidden className="size-4 stroke-3" />
                </>
              }
            >
              {parts.map(({ to, label }) => (
                <DropdownLink key={to} to={to}>
                  {t(label)}
                </DropdownLink>
              ))}
            </Dropdown>
          </div>
          <ul className="grid max-lg:hidden">
            {parts.map(({ to, label }) => (
              <li key={to}>
                <NavLink
                  end
                  to={to}
                  className={cn(
                    'flex min-h-11 items-center rounded-control px-3',
                    'hover:bg-raised aria-[current=page]:bg-raised aria-[current=page]:font-bold',
                  )}
                >
                  {t(label)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid min-w-0 grid-cols-1 gap-5">{children}</div>
      </div>
    </ScenePage>
  );
}
