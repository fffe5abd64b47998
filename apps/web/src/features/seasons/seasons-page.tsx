/** /seasons: the running month, and those that are over. */
import { boardWindows } from '@fairground/contract/leaderboard';
import { seasonsAnswer, type Seasons } from '@fairground/contract/seasons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { TabRow } from '@fairground/site-kit/ui/tab-row.tsx';
import { PageLoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { formatMonth } from './month.ts';
import { useTexts } from '../../texts.ts';

export function SeasonsPage() {
  const t = useTexts('seasons', 'leaderboard');
  const { data, error, refetch } = useQuery({
    queryKey: ['seasons'],
    queryFn: ({ signal }) => request('/seasons', { answer: seasonsAnswer, signal }),
    staleTime: 30_000,
  });
  return (
    <ScenePage className="flex min-h-(--page-height) flex-col items-center px-2 pt-16 pb-24 sm:px-4">
      <section
        aria-labelledby="seasons-title"
        className="bites-top grid w-full max-w-page gap-6 rounded-b-panel bg-panel px-4 pt-10 pb-8 sm:px-6"
      >
        <div>
          <h1 id="seasons-title" className="poster-title text-30 leading-9 sm:text-36 sm:leading-10">
            {t('seasons.title')}
          </h1>
          <p className="mt-3 mb-5 text-17 leading-6 text-quiet">{t('seasons.lead')}</p>
          <TabRow
            label={t('leaderboard.window')}
            tabs={[
              ...boardWindows.toReversed().map((window) => ({
                text: t(window === 'month' ? 'board.month' : `leaderboard.${window}`),
                isCurrent: false,
                to: `/leaderboard?window=${window}`,
              })),
              { text: t('board.seasons'), isCurrent: true, to: '/seasons' },
            ]}
          />
        </div>
        {data !== undefined ? (
          <Months seasons={data} />
        ) : error ? (
          <PageLoadFailed isCentered text={readableError(error, t('seasons.listFailed'))} retry={refetch} />
        ) : (
          <Skeleton className="h-60 w-full" />
        )}
      </section>
    </ScenePage>
  );
}

function Months({ seasons: { current, ended } }: { seasons: Seasons }) {
  const t = useTexts('seasons');
  const language = useLanguage();
  const { formatCoins, formatMoment } = useFormat();
  return (
    <>
      <section aria-labelledby="season-now" className="grid gap-2 rounded-control bg-raised p-4">
        <h2 id="season-now" className="text-14 leading-5 font-bold text-quiet">
          {t('seasons.current')}
        </h2>
        <p className="font-display text-22 leading-7">{formatMonth(current.month, language)}</p>
        <p className="text-quiet">{t('seasons.endsAt', { at: formatMoment(current.endsAt) })}</p>
        <ButtonLink to={`/seasons/${current.month}`} className="mt-1 justify-self-start">
          {t('seasons.open')}
        </ButtonLink>
      </section>
      <section aria-labelledby="seasons-over" className="grid gap-3">
        <h2 id="seasons-over" className="font-display text-22 leading-7">
          {t('seasons.ended')}
        </h2>
        {ended.length === 0 ? <p className="text-quiet">{t('seasons.none')}</p> : null}
        <ul className="grid">
          {ended.map(({ month, winners, first }) => (
            <li key={month} className="border-t-[1.5px] border-rule">
              <Link
                to={`/seasons/${month}`}
                className="grid min-h-11 gap-x-4 rounded-control px-1 py-3 hover:text-coin sm:grid-cols-[1fr_auto]"
              >
                <span className="text-17 leading-6 font-bold">{formatMonth(month, language)}</span>
                <span className="text-quiet">{t('seasons.winners', { n: winners })}</span>
                {first === null ? null : (
                  <span className="figures min-w-0 truncate sm:col-span-2">
                    {t('seasons.first', {
                      name: first.username ?? t('seasons.former'),
                      won: formatCoins(first.totalWon),
                    })}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
