/** /user/{username}: what others see of a player. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@fairground/site-kit/router/router.tsx';
import { isApiError, readableError } from '@fairground/site-kit/api/api-error.ts';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { usePageTitle } from '@fairground/site-kit/page/page-title.ts';
import { MessagePage } from '@fairground/site-kit/art/message-page.tsx';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { balanceOf } from '@fairground/site-kit/session/balance.ts';
import { Avatar } from '@fairground/site-kit/ui/avatar.tsx';
import { BotMark } from '@fairground/site-kit/ui/bot-mark.tsx';
import { Button, ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { CoinAmount } from '@fairground/site-kit/ui/coin.tsx';
import { Panel, Stat } from '@fairground/site-kit/ui/panel.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { profileQuery } from '../../game-parts/pinned-round.ts';
import { ReferralLink } from './referral-link.tsx';
import { ReferredUsers } from './referred-users.tsx';
import { ProfileSections } from '../../game-parts/profile-sections.tsx';
import { useTexts } from '../../texts.ts';

const PinnedPanel = lazyPart(async () => (await import('./pinned-panel.tsx')).PinnedPanel);

const BadgePanel = lazyPart(
  async () => (await import('../../game-parts/achievements/badge-panel.tsx')).BadgePanel,
);

export function UserPage() {
  'use memo';
  const t = useTexts('profile');
  const { formatCoins } = useFormat();
  const username = useParams()['userId'] ?? '';
  const { data, error, refetch } = useQuery(profileQuery(username));
  const name = data?.username ?? username;
  usePageTitle(name === '' ? undefined : t('profile.pageTitle', { name }));

  if (username === '') return <MessagePage title={t('profile.noUsername')} />;
  // Data that could not be refetched is not shown as if it were current.
  if (error) {
    const isMissing = isApiError(error) && error.code === 'not_found';
    return isMissing ? (
      <MessagePage title={t('profile.notFound')} text={t('profile.notFoundText', { name: username })}>
        <ButtonLink to="/leaderboard" variant="secondary">
          {t('nav.leaderboard')}
        </ButtonLink>
      </MessagePage>
    ) : (
      <MessagePage title={t('profile.failed')} text={readableError(error, t('error.unexpected'))}>
        <Button onClick={() => void refetch()}>{t('ui.retry')}</Button>
      </MessagePage>
    );
  }
  if (data === undefined)
    return (
      <p role="status" className="grid grow place-content-center text-quiet">
        {t('profile.loading')}
      </p>
    );
  return (
    <ScenePage className="px-2 pt-16 pb-24 sm:px-4">
      <div className="mx-auto grid max-w-page grid-cols-1 gap-5">
        <section className="bites-top grid justify-items-center gap-4 rounded-b-panel bg-panel px-4 pt-8 pb-6 sm:px-6">
          <Avatar avatar={data.avatar} username={data.username} className="size-32" />
          <h1 className="max-w-full wrap-anywhere font-display text-28 leading-9">{data.username}</h1>
          {data.bot === true ? <BotMark /> : null}
          <p className="grid justify-items-center gap-1">
            <span className="text-14 leading-5 text-quiet">{t('profile.totalCoins')}</span>
            <CoinAmount coins={balanceOf(data)} className="text-26 leading-8" />
          </p>
          <dl className="grid w-full grid-cols-2 max-[16rem]:grid-cols-1 gap-3 sm:grid-cols-4">
            <Stat name={t('profile.ticketsPlayed')}>{formatCoins(data.ticketsPlayed)}</Stat>
            <Stat name={t('profile.winningAmount')}>{formatCoins(data.winningAmount)}</Stat>
            <Stat name={t('profile.adEarnings')}>{formatCoins(data.adEarnings)}</Stat>
            <Stat name={t('profile.totalWinnings')}>{formatCoins(data.totalWon)}</Stat>
          </dl>
        </section>
        {data.pinned && (
          <LazyBoundary fallback={<Skeleton className="h-48 w-full" />}>
            <PinnedPanel pinned={data.pinned} />
          </LazyBoundary>
        )}
        {data.achievements === undefined || data.achievements.length === 0 ? null : (
          <LazyBoundary fallback={<Skeleton className="h-40 w-full" />}>
            <BadgePanel badges={data.achievements} />
          </LazyBoundary>
        )}
        <ProfileSections userId={data.id} />
        {data.guest === true ? null : (
          <>
            <ReferredUsers count={data.referralCount} users={data.referredUsers} />
            <Panel title={t('profile.inviteOf', { username: data.username })}>
              <ReferralLink referenceId={data.referenceId} />
            </Panel>
          </>
        )}
      </div>
    </ScenePage>
  );
}
