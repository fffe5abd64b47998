/** /achievements: the punch card, and the badges. */
import { achievementsAnswer } from '@fairground/contract/achievements';
import { useQuery } from '@tanstack/react-query';
import { useLiveMessage } from '@fairground/site-kit/live/use-live.ts';
import { BadgeList } from '../../game-parts/achievements/badge-list.tsx';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { PageLoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { CardPanel } from './card-panel.tsx';
import { useTexts } from '../../texts.ts';

export function AchievementsPage() {
  const t = useTexts('achievements');
  return (
    <ScenePage className="px-2 pt-16 pb-24 sm:px-4">
      <div className="mx-auto grid max-w-page grid-cols-1 gap-5">
        <CardPanel />
        <section
          aria-labelledby="badges-title"
          className="bites-top grid gap-4 rounded-b-panel bg-panel px-4 pt-8 pb-6 sm:px-6"
        >
          <h2 id="badges-title" className="font-display text-22 leading-7">
            {t('badges.title')}
          </h2>
          <p className="text-quiet">{t('badges.lead')}</p>
          <Badges />
        </section>
      </div>
    </ScenePage>
  );
}

function Badges() {
  const t = useTexts('achievements');
  const { data, error, refetch } = useQuery({
    queryKey: ['achievements'],
    queryFn: ({ signal }) => request('/user/achievements', { answer: achievementsAnswer, signal }),
    staleTime: 10_000,
  });
  useLiveMessage('achievement_response', () => void refetch());
  if (data !== undefined)
    return (
      <>
        <p className="figures font-bold">
          {t('badges.count', {
            n: data.filter(({ reachedAt }) => reachedAt !== null).length,
            all: data.length,
          })}
        </p>
        <BadgeList badges={data} withTexts />
      </>
    );
  if (error) return <PageLoadFailed text={readableError(error, t('badges.failed'))} retry={refetch} />;
  return <Skeleton className="h-200 w-full" />;
}
