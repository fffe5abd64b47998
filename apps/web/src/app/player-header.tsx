/** The part of the header that only players see: games menu, balance, account menu. Loaded on demand. */
import Bell from '@fairground/site-kit/icons/bell';
import ChevronDown from '@fairground/site-kit/icons/chevron-down';
import type { User } from '@fairground/contract/user';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { NavLink } from '@fairground/site-kit/router/router.tsx';
import { gameDialogs } from '../game-parts/dialogs.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { unreadQuery } from '@fairground/site-kit/live/live-session.ts';
import { balanceOf } from '@fairground/site-kit/session/balance.ts';
import { useReturn } from '@fairground/site-kit/session/last-visit.ts';
import { startOf } from '@fairground/site-kit/session/visit.ts';
import { VisitClock } from '@fairground/site-kit/session/visit-clock.tsx';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { switchSound, useSoundOn } from '@fairground/site-kit/sound/sound.ts';
import { CoinIcon } from '@fairground/site-kit/art/icons.tsx';
import { Avatar } from '@fairground/site-kit/ui/avatar.tsx';
import { buttonClass } from '@fairground/site-kit/ui/button.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { CoinAmount } from '@fairground/site-kit/ui/coin.tsx';
import { Dropdown, DropdownAction, DropdownLink, DropdownRule } from '@fairground/site-kit/ui/dropdown.tsx';
import { openSiteDialog } from '@fairground/site-kit/ui/site-dialogs.ts';
import { topLink } from './navigation-look.ts';
import { accountLinks, gameLinks, headerLinks } from './navigation.ts';
import { keepFocus } from '@fairground/site-kit/ui/keep-focus.ts';
import { useLogout } from './use-logout.ts';

const AwayNote = lazyPart(async () => (await import('../features/away/away-note.tsx')).AwayNote);

export function PlayerNavigation() {
  const t = useT();
  return (
    <nav aria-label={t('nav.main')} className="hidden items-center md:flex">
      <Dropdown
        buttonClassName={topLink}
        button={
          <>
            {t('nav.games')}
            <ChevronDown aria-hidden className="size-4 stroke-3" />
          </>
        }
      >
        {gameLinks.map(({ to, label }) => (
          <DropdownLink key={to} to={to}>
            {t(label)}
          </DropdownLink>
        ))}
      </Dropdown>
      {headerLinks.map(({ to, label }) => (
        <NavLink key={to} to={to} className={topLink}>
          {t(label)}
        </NavLink>
      ))}
    </nav>
  );
}

/** From here on a phone's header has no room for all figures. */
const longBalance = 1_000_000_000;

function Balance({ coins }: { coins: number }) {
  const { formatShortCoins } = useFormat();
  if (coins < longBalance) return <CoinAmount coins={coins} />;
  return (
    <>
      <CoinAmount coins={coins} className="max-xs:hidden" />
      <span aria-hidden className="figures inline-flex items-center gap-1.5 font-bold xs:hidden">
        <CoinIcon size={22} className="shrink-0" />
        <span>{formatShortCoins(coins)}</span>
      </span>
    </>
  );
}

/** The narrowest phones have it in the drawer. */
function NoticesButton() {
  const t = useT();
  const { data } = useQuery(unreadQuery);
  const unread = data?.unread ?? 0;
  return (
    <button
      type="button"
      className={buttonClass({ variant: 'quiet', size: 'icon', className: 'relative max-xs:hidden' })}
      aria-label={t('notices.open', { n: unread })}
      aria-haspopup="dialog"
      onClick={() => openSiteDialog('notices')}
    >
      <Bell aria-hidden className="size-6" />
      {unread > 0 ? (
        <span
          aria-hidden
          className="absolute top-0 right-0 min-w-5 rounded-full bg-bulb-400 px-1 text-14 text-night-950"
        >
          {unread}
        </span>
      ) : null}
    </button>
  );
}

export function PlayerControls({ user }: { user: User }) {
  const t = useT();
  const { formatCoins } = useFormat();
  const logOut = useLogout();
  const balance = balanceOf(user);
  const sound = useSoundOn();
  // The visit begins with the first page, not when its clock is first shown.
  useEffect(() => void startOf(user), [user]);
  useEffect(keepFocus, []);
  const { sinceMs, forget } = useReturn(user.id);
  const isGuest = user.guest === true;
  return (
    <>
      {sinceMs === null ? null : (
        <LazyBoundary>
          <AwayNote sinceMs={sinceMs} onClose={forget} />
        </LazyBoundary>
      )}
      {gameDialogs.map(({ id, Button }) => (
        <Button key={id} user={user} />
      ))}
      <Dropdown
        align="end"
        label={t('nav.balance', { coins: balance, shown: formatCoins(balance) })}
        buttonClassName={cn(
          'inline-flex min-h-11 cursor-pointer items-center',
          'rounded-full border-[1.5px] border-rule bg-raised px-3 text-17',
        )}
        button={
          <span className="inline-flex" data-part="balance">
            <Balance coins={balance} />
          </span>
        }
      >
        <div className="px-3 py-2">
          <VisitClock user={user} />
        </div>
        <DropdownRule />
        <DropdownLink to="/profile/play">{t('nav.myBets')}</DropdownLink>
      </Dropdown>
      <NoticesButton />
      {/* The narrowest phones have all of this in the drawer, and a large balance needs the room. */}
      <div className="hidden xs:block">
        <Dropdown
          align="end"
          label={t('nav.account', { username: user.username })}
          buttonClassName="block rounded-full"
          button={<Avatar avatar={user.avatar} username={user.username} />}
        >
          <div className="px-3 py-2">
            <p className="truncate font-bold">{user.username}</p>
            <p className="truncate text-14 text-quiet">{user.email ?? t('guest.status')}</p>
          </div>
          <DropdownRule />
          {isGuest ? (
            <DropdownAction onClick={() => openSiteDialog('keep')}>{t('guest.keep')}</DropdownAction>
          ) : null}
          {accountLinks.map(({ to, label }) => (
            <DropdownLink key={to} to={to}>
              {t(label)}
            </DropdownLink>
          ))}
          <DropdownRule />
          {gameDialogs.map(({ id, title }) => (
            <DropdownAction key={id} onClick={() => openSiteDialog(id)}>
              {t(title)}
            </DropdownAction>
          ))}
          <DropdownAction onClick={() => openSiteDialog('ads')}>{t('ads.open')}</DropdownAction>
          <DropdownAction onClick={switchSound}>{t(sound ? 'sound.turnOff' : 'sound.turnOn')}</DropdownAction>
          <DropdownRule />
          <DropdownAction onClick={isGuest ? () => openSiteDialog('guest-logout') : logOut}>
            {t('nav.logout')}
          </DropdownAction>
        </Dropdown>
      </div>
    </>
  );
}
