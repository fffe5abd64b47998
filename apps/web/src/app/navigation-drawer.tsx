/** The header's links on phones, in a drawer. Loaded when it is first opened. */
import Bell from '@fairground/site-kit/icons/bell';
import LogOut from '@fairground/site-kit/icons/log-out';
import Presentation from '@fairground/site-kit/icons/presentation';
import UserCheck from '@fairground/site-kit/icons/user-check';
import type { User } from '@fairground/contract/user';
import { NavLink } from '@fairground/site-kit/router/router.tsx';
import { useQuery } from '@tanstack/react-query';
import { unreadQuery } from '@fairground/site-kit/live/live-session.ts';
import { gameDialogs } from '../game-parts/dialogs.ts';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { Avatar } from '@fairground/site-kit/ui/avatar.tsx';
import { ButtonLink, Button } from '@fairground/site-kit/ui/button.tsx';
import { Drawer } from '@fairground/site-kit/ui/drawer.tsx';
import { openSiteDialog, type SiteDialog } from '@fairground/site-kit/ui/site-dialogs.ts';
import { Perforation } from '@fairground/site-kit/ui/stub-panel.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { accountLinks, gameLinks, type NavigationLink } from './navigation.ts';
import { SoundSwitch } from './sound-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { useLogout } from './use-logout.ts';

interface NavigationDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  user: User | null;
}

const blogLink: NavigationLink = { to: '/blog', label: 'nav.blog' };

export function NavigationDrawer({ open, onOpenChange, user }: NavigationDrawerProps) {
  'use memo';
  const t = useT();
  const logOut = useLogout();
  const close = () => onOpenChange(false);
  const openDialog = (dialog: SiteDialog) => {
    close();
    openSiteDialog(dialog);
  };
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={t('nav.menu')}>
      <nav aria-label={t('nav.main')} className="grid gap-1 pb-4">
        {user ? (
          <div className="flex items-center gap-3 py-2">
            <Avatar avatar={user.avatar} username={user.username} />
            <div className="min-w-0">
              <p className="truncate font-bold">{user.username}</p>
              <p className="truncate text-14 text-quiet">{user.email ?? t('guest.status')}</p>
            </div>
          </div>
        ) : (
          <div className="grid grid-cols-2 gap-2 py-2">
            <ButtonLink to="/login" variant="secondary" size="small" onClick={close}>
              {t('nav.login')}
            </ButtonLink>
            <ButtonLink to="/register" size="small" onClick={close}>
              {t('nav.signUp')}
            </ButtonLink>
          </div>
        )}
        {user?.guest === true ? (
          <Button
            variant="quiet"
            size="small"
            className="justify-start text-16"
            onClick={() => openDialog('keep')}
          >
            <UserCheck aria-hidden className="size-5" />
            {t('guest.keep')}
          </Button>
        ) : null}
        <p className="pt-2 text-14 font-bold text-quiet">{t('nav.games')}</p>
        <DrawerLinks links={gameLinks} onFollow={close} />
        <Perforation className="my-2" />
        <DrawerLinks links={[...accountLinks, blogLink]} onFollow={close} />
        <Perforation className="my-2" />
        {user ? (
          <>
            {gameDialogs.map(({ id, title, Icon }) => (
              <Button
                key={id}
                variant="quiet"
                size="small"
                className="justify-start text-16"
                onClick={() => openDialog(id)}
              >
                <Icon size={20} />
                {t(title)}
              </Button>
            ))}
            <Button
              variant="quiet"
              size="small"
              className="justify-start text-16"
              onClick={() => openDialog('ads')}
            >
              <Presentation aria-hidden className="size-5" />
              {t('ads.open')}
            </Button>
            <NoticesEntry onOpen={() => openDialog('notices')} />
            <Perforation className="my-2" />
          </>
        ) : null}
        <ThemeSwitch />
        <SoundSwitch />
        <LanguageSwitch className="justify-start text-16" />
        {user ? (
          <Button
            variant="quiet"
            size="small"
            className="justify-start text-16"
            onClick={() => {
              if (user.guest === true) return openDialog('guest-logout');
              close();
              logOut();
            }}
          >
            <LogOut aria-hidden className="size-5" />
            {t('nav.logout')}
          </Button>
        ) : null}
      </nav>
    </Drawer>
  );
}

function NoticesEntry({ onOpen }: { onOpen: () => void }) {
  const t = useT();
  const { data } = useQuery(unreadQuery);
  return (
    <Button variant="quiet" size="small" className="justify-start text-16" onClick={onOpen}>
      <Bell aria-hidden className="size-5" />
      <span>{t('notices.open', { n: data?.unread ?? 0 })}</span>
    </Button>
  );
}

function DrawerLinks({ links, onFollow }: { links: readonly NavigationLink[]; onFollow: () => void }) {
  const t = useT();
  return links.map(({ to, label }) => (
    <NavLink
      key={to}
      to={to}
      end
      onClick={onFollow}
      className={cn(
        'flex min-h-11 items-center rounded-control px-3',
        'aria-[current=page]:bg-raised aria-[current=page]:font-bold',
      )}
    >
      {t(label)}
    </NavLink>
  ));
}
