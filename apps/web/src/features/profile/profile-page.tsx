/** /profile: the player's own page. */
import './page-texts.ts';
import type { User } from '@fairground/contract/user';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { balanceOf } from '@fairground/site-kit/session/balance.ts';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { Avatar } from '@fairground/site-kit/ui/avatar.tsx';
import { Button, ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { CoinAmount } from '@fairground/site-kit/ui/coin.tsx';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { AvatarDialog } from './avatar-dialog.tsx';
import { LeavePanel } from './leave-panel.tsx';
import { Panel, Stat } from '@fairground/site-kit/ui/panel.tsx';
import { openSiteDialog } from '@fairground/site-kit/ui/site-dialogs.ts';
import { ReferralLink } from './referral-link.tsx';
import { ReferredUsers } from './referred-users.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { ProfileSections } from '../../games/profile-sections.tsx';

const SecondFactors = lazyPart(async () => (await import('./second-factors.tsx')).default);

export function ProfilePage() {
  const t = useT();
  const { formatCoins, formatDate } = useFormat();
  const user = useUser();
  const [picking, setPicking] = useState(false);
  if (user === null)
    return (
      <p role="status" className="grid grow place-content-center text-quiet">
        {t('profile.loading')}
      </p>
    );
  return (
    <ScenePage className="px-2 pt-16 pb-24 sm:px-4">
      <div className="mx-auto grid max-w-[1120px] grid-cols-1 gap-5 lg:grid-cols-2">
        <section className="bites-top grid grid-cols-1 justify-items-center gap-x-6 gap-y-4 rounded-b-panel bg-panel px-4 pt-8 pb-6 sm:grid-cols-[auto_1fr] sm:justify-items-start sm:px-6 lg:col-span-2">
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
            <h1 className="truncate wrap-anywhere max-[16rem]:whitespace-normal font-display text-28 leading-9">
              {user.username}
            </h1>
            <p className="flex flex-wrap justify-center gap-x-3 text-quiet sm:justify-start">
              <span className="max-w-full truncate wrap-anywhere max-[16rem]:whitespace-normal">
                {user.email ?? t('guest.status')}
              </span>
              <span>{t('profile.since', { date: formatDate(user.createdAt) })}</span>
            </p>
            <CoinAmount
              coins={balanceOf(user)}
              className="mt-1 justify-self-center text-26 leading-8 sm:justify-self-start"
            />
          </div>
          <dl className="grid w-full grid-cols-2 gap-3 *:last:max-lg:col-span-2 sm:col-span-2 lg:grid-cols-5">
            <Stat name={t('profile.coins')}>{formatCoins(user.coins)}</Stat>
            <Stat name={t('profile.winningAmount')}>{formatCoins(user.winningAmount)}</Stat>
            <Stat name={t('profile.todaysBids')}>{formatCoins(user.todaysBids)}</Stat>
            <Stat name={t('profile.totalWinnings')}>{formatCoins(user.totalWon)}</Stat>
            <Stat name={t('profile.adEarnings')}>{formatCoins(user.adEarnings)}</Stat>
          </dl>
        </section>
        <SettingsPanel user={user} />
        {user.guest === true ? <KeepPanel /> : <Invitations user={user} />}
        <Panel title={t('profile.play')}>
          <p className="mb-4 text-quiet">{t('profile.playText')}</p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink to="/profile/play" variant="secondary">
              {t('profile.playOpen')}
            </ButtonLink>
            <ButtonLink to="/achievements" variant="secondary">
              {t('nav.achievements')}
            </ButtonLink>
            <ButtonLink to="/profile/tokens" variant="secondary">
              {t('profile.tokens')}
            </ButtonLink>
          </div>
        </Panel>
        <Panel title={t('profile.limits')} className={user.guest === true ? '' : 'lg:col-span-2'}>
          <p className="mb-4 text-quiet">{t('profile.limitsText')}</p>
          <ButtonLink to="/limits" variant="secondary">
            {t('profile.limitsOpen')}
          </ButtonLink>
        </Panel>
        <div className="lg:col-span-2">
          <ProfileSections userId={user.id} wide />
        </div>
        {user.guest === true ? null : <SecondFactorPanel />}
        <SessionsPanel isGuest={user.guest === true} />
        <LeavePanel isGuest={user.guest === true} />
      </div>
      <AvatarDialog current={user.avatar} open={picking} onOpenChange={setPicking} />
    </ScenePage>
  );
}

/** Guests invite nobody: what would make the account one of their own is in the place of it. */
function KeepPanel() {
  const t = useT();
  return (
    <Panel title={t('guest.keep')}>
      <p className="mb-4 text-quiet">{t('profile.keepText')}</p>
      <Button aria-haspopup="dialog" onClick={() => openSiteDialog('keep')}>
        {t('guest.keep')}
      </Button>
    </Panel>
  );
}

/** Most visits of this page do not concern it, so it is loaded when it is asked for. */
function SecondFactorPanel() {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <Panel title={t('profile.factor')} className="lg:col-span-2">
      {shown ? (
        <LazyBoundary fallback={<Skeleton className="h-24 w-full" />}>
          <SecondFactors />
        </LazyBoundary>
      ) : (
        <>
          <p className="mb-4 text-quiet">{t('profile.factorText')}</p>
          <Button variant="secondary" onClick={() => setShown(true)}>
            {t('profile.factorShow')}
          </Button>
        </>
      )}
    </Panel>
  );
}

function Invitations({ user }: { user: User }) {
  'use memo';
  const t = useT();
  return (
    <>
      <Panel title={t('profile.invite')}>
        <p className="mb-4 text-quiet">{t('profile.inviteText')}</p>
        <ReferralLink referenceId={user.referenceId} canShare />
      </Panel>
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
    </>
  );
}
