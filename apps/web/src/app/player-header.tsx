/** The part of the header that only players see: games menu, purse, account menu. Loaded apart. */
import { ChevronDown, LogOut } from 'lucide-react';
import type { User } from '@fairground/contract/user';
import { Link, NavLink } from 'react-router';
import { useT } from '../shared/i18n/i18n.ts';
import { balanceOf } from '../shared/session/balance.ts';
import { Avatar } from '../shared/ui/avatar.tsx';
import { buttonClass } from '../shared/ui/button.tsx';
import { CoinAmount } from '../shared/ui/coin.tsx';
import { Menu, MenuAction, MenuLink, MenuRule, MenuText } from '../shared/ui/menu.tsx';
import { accountLinks, gameLinks, headerLinks } from './navigation.ts';
import { useLogout } from './use-logout.ts';

const topLink = buttonClass({ variant: 'quiet', size: 'small', className: 'text-[16px] aria-[current=page]:text-coin' });

export function PlayerNavigation() {
  const t = useT();
  return (
    <nav aria-label={t('nav.main')} className="hidden items-center md:flex">
      <Menu
        trigger={
          <button type="button" className={topLink}>
            {t('nav.games')}
            <ChevronDown aria-hidden className="size-4 stroke-3" />
          </button>
        }
      >
        {gameLinks.map(({ to, label }) => (
          <MenuLink key={to} to={to}>
            {t(label)}
          </MenuLink>
        ))}
      </Menu>
      {headerLinks.map(({ to, label }) => (
        <NavLink key={to} to={to} className={topLink}>
          {t(label)}
        </NavLink>
      ))}
    </nav>
  );
}

export function PlayerControls({ user }: { user: User }) {
  const t = useT();
  const logOut = useLogout();
  return (
    <>
      <Link
        to="/profile"
        aria-label={`${t('nav.balance')}: ${t('coins.amount', { coins: balanceOf(user) })}`}
        className="inline-flex min-h-11 items-center rounded-full border-[1.5px] border-rule bg-raised px-3 text-[17px]"
      >
        <CoinAmount coins={balanceOf(user)} />
      </Link>
      <Menu
        align="end"
        trigger={
          <button type="button" aria-label={t('nav.account', { username: user.username })} className="rounded-full">
            <Avatar username={user.username} avatar={user.avatar} />
          </button>
        }
      >
        <MenuText>
          <span className="block max-w-60 truncate font-bold">{user.username}</span>
          <span className="block max-w-60 truncate text-[14px] text-quiet">{user.email}</span>
        </MenuText>
        <MenuRule />
        {accountLinks.map(({ to, label }) => (
          <MenuLink key={to} to={to}>
            {t(label)}
          </MenuLink>
        ))}
        <MenuRule />
        <MenuAction onSelect={logOut}>
          <LogOut aria-hidden className="size-5" />
          {t('nav.logout')}
        </MenuAction>
      </Menu>
    </>
  );
}
