/** /profile: the player's own page. */
import type { User } from '@fairground/contract/user';
import Pencil from '@fairground/site-kit/icons/pencil';
import { useState, type ReactNode } from 'react';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { Avatar } from '@fairground/site-kit/ui/avatar.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { AvatarDialog } from './avatar-dialog.tsx';
import { Panel, Stat } from '@fairground/site-kit/ui/panel.tsx';
import { WhenNear } from '@fairground/site-kit/ui/when-near.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { KeepPanel } from './keep-panel.tsx';
import { ReferralLink } from './referral-link.tsx';
import { ReferredUsers } from './referred-users.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { ProfileSections } from '../../game-parts/profile-sections.tsx';
import { useTexts } from '../../texts.ts';

const OwnPinned = lazyPart(async () => (await import('./own-pinned.tsx')).default);

/** `results` is rendered once it is seen. */
export function ProfilePage({ results }: { results: ReactNode }) {
  const t = useTexts('profile');
  const { formatCoins, formatDate } = useFormat();
  const user = useUser();
  const [picking, setPicking] = useState(false);
  if (user === null)
    return (
      <p role="status" className="bites-top rounded-b-panel bg-panel px-4 py-24 text-center text-quiet">
        {t('profile.loading')}
      </p>
    );
  return (
    <>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <section
          className={cn(
            'bites-top grid grid-cols-1 justify-items-center gap-x-6 gap-y-4 rounded-b-panel bg-panel',
            'px-4 pt-8 pb-6 sm:grid-cols-[auto_1fr] sm:justify-items-start sm:px-6 lg:col-span-2',
          )}
        >
          <span className="relative">
            <Avatar avatar={user.avatar} username={user.username} className="size-32" />
            <Button
              variant="primary"
              size="icon"
              className="absolute -right-1 -bottom-1"
              aria-label={t('profile.editAvatar')}
              aria-haspopup="dialog"
              onClick={() => setPicking(true)}
            >
              <Pencil aria-hidden className="size-5" />
            </Button>
          </span>
          <div className="grid w-full min-w-0 grid-cols-1 content-center gap-1 text-center sm:text-left">
            <h1 className="wrap-anywhere font-display text-28 leading-9">{user.username}</h1>
            <p className="wrap-anywhere text-quiet">{user.email ?? t('guest.status')}</p>
            <p className="text-quiet">{t('profile.since', { date: formatDate(user.createdAt) })}</p>
          </div>
          <dl
            className={cn(
              'grid w-full grid-cols-2 gap-3',
              '*:last:max-lg:col-span-2 max-[16rem]:grid-cols-1 sm:col-span-2 lg:grid-cols-5',
            )}
          >
            <Stat name={t('profile.coins')}>{formatCoins(user.coins)}</Stat>
            <Stat name={t('profile.winningAmount')}>{formatCoins(user.winningAmount)}</Stat>
            <Stat name={t('profile.todaysBids')}>{formatCoins(user.todaysBids)}</Stat>
            <Stat name={t('profile.totalWinnings')}>{formatCoins(user.totalWon)}</Stat>
            <Stat name={t('profile.adEarnings')}>{formatCoins(user.adEarnings)}</Stat>
          </dl>
        </section>
        <SettingsPanel user={user} />
        {user.guest === true ? <KeepPanel /> : <Invitations user={user} />}
        <div className="min-h-96 lg:col-span-2">
          <WhenNear withinPx={0} placeClass="h-96">
            <LazyBoundary>{results}</LazyBoundary>
          </WhenNear>
        </div>
        <div className="lg:col-span-2">
          <WhenNear withinPx={0} placeClass="h-60">
            <LazyBoundary>
              <OwnPinned username={user.username} />
            </LazyBoundary>
          </WhenNear>
        </div>
        <div className="lg:col-span-2">
          <ProfileSections userId={user.id} wide />
        </div>
      </div>
      <AvatarDialog current={user.avatar} open={picking} onOpenChange={setPicking} />
    </>
  );
}

function Invitations({ user }: { user: User }) {
  'use memo';
  const t = useTexts('profile');
  return (
    <>
      <Panel title={t('profile.invite')}>
        <p className="mb-4 text-quiet">{t('profile.inviteText')}</p>
        <ReferralLink referenceId={user.referenceId} canShare />
      </Panel>
      <div className="lg:col-span-2">
        <ReferredUsers
          count={user.referralCount}
          users={user.referrals.map(({ id, createdAt, referred: { username, avatar, ...figures } }) => ({
            id,
            createdAt,
            username,
            avatar,
            figures,
          }))}
        />
      </div>
    </>
  );
}
