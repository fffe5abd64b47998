/** /clubs/{id}: a club for its members alone, with its board, who is here, its last wins and its past weeks. */
import { clubWindows, type ClubPage as Club, type ClubWindow } from '@fairground/contract/clubs';
import { pennantInk, useClubTopic } from '@fairground/game-kit/web/clubs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError, readableError } from '@fairground/site-kit/api/api-error.ts';
import { MessagePage } from '@fairground/site-kit/art/message-page.tsx';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { lazyDialog } from '@fairground/site-kit/faults/lazy-dialog.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { ConnectionNote } from '@fairground/site-kit/live/connection-note.tsx';
import { usePageTitle } from '@fairground/site-kit/page/page-title.ts';
import { Link, useParams } from '@fairground/site-kit/router/router.tsx';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { Avatar } from '@fairground/site-kit/ui/avatar.tsx';
import { Badge } from '@fairground/site-kit/ui/badge.tsx';
import { Button, ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { inputClass } from '@fairground/site-kit/ui/field.tsx';
import { PageLoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { Panel } from '@fairground/site-kit/ui/panel.tsx';
import { Pennant } from '@fairground/site-kit/ui/pennant.tsx';
import { ShareButton } from '@fairground/site-kit/ui/sharing.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { ClubBoard, gameName } from './club-board.tsx';
import { clubQuery } from './calls.ts';
import { useTexts } from '../../texts.ts';

const ManageDialog = lazyDialog(async () => (await import('./manage-dialog.tsx')).ManageDialog);

export function ClubPage() {
  'use memo';
  const t = useTexts('clubs');
  const id = useParams()['id'] ?? '';
  const [window, setWindow] = useState<ClubWindow>('week');
  const { data: club, error, isPlaceholderData, refetch } = useQuery(clubQuery(id, window));
  useClubTopic(club === undefined ? null : id);
  usePageTitle(club === undefined ? undefined : `${club.name} – Fairground`);
  if (isApiError(error) && [400, 404].includes(error.status))
    return (
      <MessagePage title={t('clubs.missing')} text={t('clubs.missingText')}>
        <ButtonLink to="/clubs" variant="secondary">
          {t('clubs.all')}
        </ButtonLink>
      </MessagePage>
    );
  return (
    <ScenePage className="min-h-(--page-height) px-2 pt-16 pb-24 sm:px-4">
      <div
        className={cn(
          'mx-auto grid max-w-page grid-cols-1 items-start gap-5',
          'lg:grid-cols-2 lg:grid-rows-[auto_auto_auto_1fr]',
        )}
      >
        <section
          aria-labelledby="club-title"
          className="bites-top grid gap-5 rounded-b-panel bg-panel px-3 pt-10 pb-6 sm:px-6 lg:col-span-2"
        >
          {club !== undefined ? (
            <>
              <Title club={club} />
              <Windows chosen={window} onChoose={setWindow} />
              <ClubBoard club={club} isStale={isPlaceholderData} />
            </>
          ) : (
            <>
              <h1 id="club-title" className="poster-title text-30 leading-9 sm:text-36 sm:leading-10">
                {t('clubs.one')}
              </h1>
              {error === null ? (
                <Skeleton className="h-150 w-full" />
              ) : (
                <PageLoadFailed
                  isCentered
                  text={readableError(error, t('clubs.pageFailed'))}
                  retry={refetch}
                />
              )}
            </>
          )}
        </section>
        {club === undefined ? null : (
          <>
            <div className="lg:col-start-2">
              <Invite club={club} />
            </div>
            <div className="lg:col-start-1 lg:row-span-3 lg:row-start-2">
              <Wins wins={club.wins} />
            </div>
            <div className="lg:col-start-2">
              <Weeks club={club} />
            </div>
            <div className="lg:col-start-2">
              <Manage club={club} />
            </div>
          </>
        )}
      </div>
    </ScenePage>
  );
}

/** More names would fill a phone's window. */
const namedHere = 12;

function Title({ club: { id, name, memberCount, members } }: { club: Club }) {
  'use memo';
  const t = useTexts('clubs');
  const me = useUser();
  // The answer may be older than this page's own connection.
  const here = members.filter((member) => member.online || member.id === me?.id);
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-4">
        <Pennant ink={pennantInk(id)} className="size-14 sm:size-16" />
        <div className="min-w-0">
          <h1
            id="club-title"
            className="poster-title text-26 leading-8 wrap-anywhere sm:text-36 sm:leading-10"
          >
            {name}
          </h1>
          <p className="mt-1 text-17 leading-6 text-quiet">
            {`${t('clubs.members', { n: memberCount })} · ${t('clubs.here', { n: here.length })}`}
          </p>
        </div>
      </div>
      <ul aria-label={t('clubs.whoIsHere')} className="flex flex-wrap gap-x-4 gap-y-2">
        {here.slice(0, namedHere).map(({ id: userId, username, avatar }) => (
          <li key={userId} className="flex min-w-0 items-center gap-2">
            <Avatar avatar={avatar} username={username} className="size-8 ring-2 ring-win" />
            <span className="truncate text-14">{username}</span>
          </li>
        ))}
        {here.length > namedHere ? (
          <li className="self-center text-14 text-quiet">
            {t('clubs.more', { n: here.length - namedHere })}
          </li>
        ) : null}
      </ul>
      <ConnectionNote className="rounded-control bg-raised px-4 py-2" />
    </div>
  );
}

interface WindowsProps {
  chosen: ClubWindow;
  onChoose: (window: ClubWindow) => void;
}

function Windows({ chosen, onChoose }: WindowsProps) {
  const t = useTexts('clubs');
  return (
    <div role="group" aria-label={t('clubs.window')} className="flex border-b-[1.5px] border-rule">
      {clubWindows.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === chosen}
          className={cn(
            'min-h-11 px-2 pb-[3px] font-bold text-quiet hover:text-text sm:px-3',
            'aria-pressed:border-b-[3px] aria-pressed:border-coin aria-pressed:pb-0 aria-pressed:text-coin',
          )}
          onClick={() => onChoose(each)}
        >
          {t(each === 'all' ? 'clubs.all-time' : `clubs.${each}`)}
        </button>
      ))}
    </div>
  );
}

function Invite({ club: { name, invite } }: { club: Club }) {
  const t = useTexts('clubs');
  const path = new URL(invite.link, location.origin).pathname;
  return (
    <Panel title={t('clubs.invite')}>
      <p className="mb-4 text-quiet">{t('clubs.inviteText')}</p>
      <input
        readOnly
        aria-label={t('clubs.link')}
        value={invite.link}
        onFocus={({ currentTarget }) => currentTarget.select()}
        className={inputClass}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <ShareButton title={t('clubs.shareText', { club: name })} path={path} copies={t('clubs.copy')} />
        <ShareButton title={t('clubs.shareText', { club: name })} path={path} />
      </div>
    </Panel>
  );
}

function Wins({ wins }: { wins: Club['wins'] }) {
  'use memo';
  const t = useTexts('clubs');
  const { formatChange, formatTwoDecimals } = useFormat();
  return (
    <Panel title={t('clubs.wins')}>
      {wins.length === 0 ? <p className="text-quiet">{t('clubs.noWins')}</p> : null}
      <ul className="grid">
        {wins.map(({ username, game, multiplier, amountWon, round }) => (
          <li
            key={`${game} ${round} ${username} ${amountWon}`}
            className="border-t-[1.5px] border-rule first:border-0"
          >
            <Link
              to={`/rounds/${game}/${encodeURIComponent(round)}`}
              className={cn(
                'grid min-h-14 grid-cols-[minmax(0,1fr)_auto_5rem] items-center gap-x-3 rounded-control px-1 py-2',
                'hover:text-coin',
              )}
            >
              <span className="min-w-0">
                <span className="block leading-5 font-bold wrap-anywhere">{username}</span>
                <span className="block text-14 leading-5 text-quiet">{gameName(t, game)}</span>
              </span>
              <Badge tone="win">{`${formatTwoDecimals(multiplier)}x`}</Badge>
              <span className="figures text-right font-bold">{formatChange(amountWon)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Weeks({ club: { id, weeks } }: { club: Club }) {
  'use memo';
  const t = useTexts('clubs');
  const { formatCoins, formatLongDate } = useFormat();
  return (
    <Panel title={t('clubs.weeks')}>
      {weeks.length === 0 ? <p className="text-quiet">{t('clubs.noWeeks')}</p> : null}
      <ul className="grid">
        {weeks.map(({ week, username, totalWon }) => (
          <li
            key={week}
            className={cn(
              'grid min-h-12 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-t-[1.5px] border-rule',
              'px-1 py-2 first:border-0',
            )}
          >
            <Pennant ink={pennantInk(id)} className="size-6" />
            <span className="min-w-0">
              <span className="block font-bold wrap-anywhere">{username}</span>
              <span className="block text-14 leading-5 text-quiet">
                {t('clubs.weekOf', { day: formatLongDate(week) })}
              </span>
            </span>
            <span className="figures font-bold">{formatCoins(totalWon)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Manage({ club }: { club: Club }) {
  'use memo';
  const t = useTexts('clubs');
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused');
  return (
    <Panel title={t(club.role === 'owner' ? 'clubs.manage' : 'clubs.membership')}>
      <p className="mb-4 text-quiet">{t(club.role === 'owner' ? 'clubs.manageText' : 'clubs.shownText')}</p>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setDialog('open')}>
        {t(club.role === 'owner' ? 'clubs.manage' : 'clubs.leave')}
      </Button>
      {dialog === 'unused' ? null : (
        <ManageDialog
          club={club}
          open={dialog === 'open'}
          onOpenChange={(open) => setDialog(open ? 'open' : 'closed')}
        />
      )}
    </Panel>
  );
}
