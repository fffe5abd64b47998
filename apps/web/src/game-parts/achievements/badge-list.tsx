/** Badges with their names, in the order given. */
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { BadgeMedal } from './badge.tsx';
import { badgeName, badgeText } from './badge-texts.ts';
import { useTexts } from '../../texts.ts';

interface BadgeListProps {
  badges: readonly { id: string; reachedAt: string | null }[];
  /** With what each is for. */
  withTexts?: boolean;
}

export function BadgeList({ badges, withTexts = false }: BadgeListProps) {
  const t = useTexts('badges');
  const { formatDate } = useFormat();
  return (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {badges.map(({ id, reachedAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 rounded-control bg-raised p-3">
          <BadgeMedal id={id} isReached={reachedAt !== null} className="size-18" />
          <div className="min-w-[8rem] flex-1 wrap-anywhere">
            <p className="leading-5 font-bold">{t(badgeName(id))}</p>
            {withTexts ? <p className="text-14 leading-5 text-quiet">{t(badgeText(id))}</p> : null}
            <p className={reachedAt === null ? 'text-14 leading-5 text-quiet' : 'text-14 leading-5 text-win'}>
              {reachedAt === null ? t('badges.open') : t('badges.reached', { date: formatDate(reachedAt) })}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
