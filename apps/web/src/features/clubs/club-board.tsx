/** The board of a club: every member, who won most first. On a phone a row has its details below the name. */
import type { ClubMember, ClubPage } from '@fairground/contract/clubs';
import { pennantInk } from '@fairground/game-kit/web/clubs';
import { useState } from 'react';
import { gamesWith } from '../../game-parts/list.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import type { TranslateWith } from '@fairground/site-kit/i18n/texts-of.ts';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { Avatar } from '@fairground/site-kit/ui/avatar.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Crown } from '@fairground/site-kit/ui/crown.tsx';
import { Pennant } from '@fairground/site-kit/ui/pennant.tsx';
import { TableRegion } from '@fairground/site-kit/ui/table-region.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts, type Texts } from '../../texts.ts';

/** By its wire id; a game that was removed has no other name. */
export function gameName(t: TranslateWith<Texts['clubs']>, id: string): string {
  const game = gamesWith('proof').find((each) => each.id === id);
  return game ? t(game.proof.label) : id;
}

/** Fifty would hide what is below them on a phone. */
const firstPlaces = 10;

export function ClubBoard({ club, isStale }: { club: ClubPage; isStale: boolean }) {
  'use memo';
  const t = useTexts('clubs');
  const me = useUser();
  const [isWhole, setIsWhole] = useState(false);
  const { members } = club;
  const shown = members.filter(({ id }, place) => isWhole || place < firstPlaces || id === me?.id);
  const [last] = club.weeks;
  const wide = 'pb-2 text-right font-medium whitespace-nowrap max-sm:hidden sm:px-3';
  return (
    <div>
      <TableRegion label={t('clubs.board')}>
        <table
          aria-label={t('clubs.board')}
          className={cn('figures w-full border-collapse', isStale && 'opacity-60')}
        >
          <thead className="text-left text-14 leading-5 text-quiet">
            <tr>
              <th scope="col" className="w-12 px-1 pb-2 font-medium sm:w-16 sm:px-3">
                {t('clubs.rank')}
              </th>
              <th scope="col" className="px-1 pb-2 font-medium sm:px-3">
                {t('clubs.member')}
              </th>
              <th scope="col" className={wide}>
                {t('clubs.best')}
              </th>
              <th scope="col" className={wide}>
                {t('clubs.lastGame')}
              </th>
              <th scope="col" className="px-1 pb-2 text-right font-medium sm:px-3">
                {t('clubs.won')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((member) => (
              <Row
                key={member.id}
                member={member}
                clubId={club.id}
                isMe={member.id === me?.id}
                isWinner={member.id === last?.userId}
              />
            ))}
          </tbody>
        </table>
      </TableRegion>
      {shown.length < members.length ? (
        <Button variant="secondary" className="mt-3" onClick={() => setIsWhole(true)}>
          {t('clubs.showAll', { n: members.length })}
        </Button>
      ) : null}
      <p className="mt-3 text-14 leading-5 text-quiet">{t('clubs.counts')}</p>
    </div>
  );
}

interface RowProps {
  member: ClubMember;
  clubId: string;
  isMe: boolean;
  /** Who won the last week that is over. */
  isWinner: boolean;
}

function Row({ member, clubId, isMe, isWinner }: RowProps) {
  const { formatCoins, formatTwoDecimals } = useFormat();
  const t = useTexts('clubs');
  const { rank, totalWon, bestMultiplier, lastGame } = member;
  const best = bestMultiplier === null ? null : `${formatTwoDecimals(bestMultiplier)}x`;
  const game = lastGame === null ? null : gameName(t, lastGame);
  const wide = 'px-1 text-right max-sm:hidden sm:px-3';
  return (
    <tr
      className={cn('border-t-[1.5px] border-rule', isMe && 'bg-raised shadow-[inset_4px_0_0_var(--coin)]')}
    >
      <td className="h-15 px-1 pl-2 font-bold sm:px-3">
        {rank <= 3 && totalWon > 0 ? (
          <>
            <Crown place={rank} />
            <span className="sr-only">{rank}</span>
          </>
        ) : (
          rank
        )}
      </td>
      <th scope="row" className="w-full max-w-0 px-1 text-left sm:px-3">
        <Member
          {...{ member, clubId, isMe, isWinner }}
          details={[best === null ? null : t('clubs.bestOf', { best }), game].filter(Boolean).join(' · ')}
        />
      </th>
      <td className={wide}>{best ?? '–'}</td>
      <td className={cn(wide, 'whitespace-nowrap')}>{game ?? '–'}</td>
      <td className="px-1 text-right font-bold whitespace-nowrap sm:px-3">{formatCoins(totalWon)}</td>
    </tr>
  );
}

function Member({ member, clubId, isMe, isWinner, details }: RowProps & { details: string }) {
  const t = useTexts('clubs');
  const { username, avatar, role } = member;
  const online = isMe || member.online;
  return (
    <span className="flex items-center gap-2 sm:gap-3">
      <span className="relative shrink-0">
        <Avatar avatar={avatar} username={username} className="size-9" />
        {online ? (
          <span className="absolute -right-0.5 -bottom-0.5 size-3.5 rounded-full border-2 border-panel bg-win">
            <span className="sr-only">{t('clubs.isHere')}</span>
          </span>
        ) : null}
      </span>
      <span className="min-w-0 py-1.5">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <Link
            to={`/user/${encodeURIComponent(username)}`}
            className="relative -my-2 min-w-0 rounded-badge py-3 leading-5 wrap-anywhere hover:text-coin"
          >
            {username}
          </Link>
          {isWinner ? (
            <span title={t('clubs.winner')}>
              <Pennant ink={pennantInk(clubId)} className="size-5" />
              <span className="sr-only">{t('clubs.winner')}</span>
            </span>
          ) : null}
          {isMe ? <span className="text-14 leading-5 text-coin">{t('clubs.you')}</span> : null}
          {role === 'owner' ? <span className="text-14 leading-5 text-quiet">{t('clubs.owner')}</span> : null}
        </span>
        {details === '' ? null : (
          <span className="block text-14 leading-5 font-medium text-quiet sm:hidden">{details}</span>
        )}
      </span>
    </span>
  );
}
