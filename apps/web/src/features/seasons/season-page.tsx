/** /seasons/{month}: the first hundred of one month. */
import { seasonAnswer, type Season, type SeasonPlace } from '@fairground/contract/seasons';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@fairground/site-kit/router/router.tsx';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { isApiError, readableError } from '@fairground/site-kit/api/api-error.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { usePageTitle } from '@fairground/site-kit/page/page-title.ts';
import { Avatar } from '@fairground/site-kit/ui/avatar.tsx';
import { ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { PageLoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { MessagePage } from '@fairground/site-kit/art/message-page.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { TableRegion } from '@fairground/site-kit/ui/table-region.tsx';
import { formatMonth } from './month.ts';
import { useTexts } from '../../texts.ts';

const monthPattern = /^20\d\d-(0[1-9]|1[0-2])$/;

export function SeasonPage() {
  const t = useTexts('seasons');
  const language = useLanguage();
  const month = useParams()['month'] ?? '';
  const isMonth = monthPattern.test(month);
  const name = isMonth ? formatMonth(month, language) : '';
  usePageTitle(isMonth ? `${name} – Fairground` : undefined);
  const { data, error, refetch } = useQuery({
    queryKey: ['seasons', month],
    queryFn: ({ signal }) => request(`/seasons/${month}`, { answer: seasonAnswer, signal }),
    enabled: isMonth,
    staleTime: 10_000,
  });
  if (!isMonth || (isApiError(error) && error.code === 'not_found'))
    return (
      <MessagePage title={t('seasons.missing')} text={t('seasons.missingText')}>
        <ButtonLink to="/seasons" variant="secondary">
          {t('seasons.all')}
        </ButtonLink>
      </MessagePage>
    );
  return (
    <ScenePage className="flex flex-col items-center px-2 pt-16 pb-24 sm:px-4">
      <section
        aria-labelledby="season-title"
        className="bites-top w-full max-w-page rounded-b-panel bg-panel px-3 pt-10 pb-8 sm:px-6"
      >
        <h1 id="season-title" className="poster-title text-30 leading-9 sm:text-36 sm:leading-10">
          {name}
        </h1>
        {data !== undefined ? (
          <Places season={data} />
        ) : error ? (
          <PageLoadFailed isCentered text={readableError(error, t('seasons.failed'))} retry={refetch} />
        ) : (
          <Skeleton className="mt-4 h-150 w-full" />
        )}
        <ButtonLink to="/seasons" variant="secondary" className="mt-5">
          {t('seasons.all')}
        </ButtonLink>
      </section>
    </ScenePage>
  );
}

function Places({ season: { isOver, places } }: { season: Season }) {
  const t = useTexts('seasons');
  const me = useUser();
  return (
    <>
      <p className="mt-3 mb-5 text-17 leading-6 text-quiet">
        {t(isOver ? 'seasons.over' : 'seasons.running')}
      </p>
      {places.length === 0 ? (
        <p className="grid min-h-60 place-content-center text-quiet">{t('seasons.empty')}</p>
      ) : (
        <TableRegion label={t('seasons.title')}>
          <table aria-labelledby="season-title" className="figures w-full border-collapse">
            <thead className="text-left text-14 leading-5 text-quiet">
              <tr>
                <th scope="col" className="w-14 px-1 pb-2 font-medium sm:w-20 sm:px-3">
                  {t('seasons.place')}
                </th>
                <th scope="col" className="px-1 pb-2 font-medium sm:px-3">
                  {t('seasons.player')}
                </th>
                <th scope="col" className="px-1 pb-2 text-right font-medium sm:px-3">
                  {t('seasons.won')}
                </th>
              </tr>
            </thead>
            <tbody>
              {places.map((place) => (
                <Row key={place.place} place={place} isMe={place.id !== null && place.id === me?.id} />
              ))}
            </tbody>
          </table>
        </TableRegion>
      )}
    </>
  );
}

function Row({ place, isMe }: { place: SeasonPlace; isMe: boolean }) {
  const t = useTexts('seasons');
  const { formatCoins } = useFormat();
  const { username } = place;
  return (
    <tr className={cn('border-t-[1.5px] border-rule', isMe && 'bg-raised')}>
      <td className="h-14 px-1 font-bold sm:px-3">{place.place}</td>
      <th scope="row" className="max-w-0 px-1 text-left sm:px-3">
        {username === null ? (
          <span className="font-medium text-quiet">{t('seasons.former')}</span>
        ) : (
          <Link
            to={`/user/${encodeURIComponent(username)}`}
            className="flex min-h-11 items-center gap-2 rounded-control hover:text-coin sm:gap-3"
          >
            <Avatar avatar={place.avatar} username={username} className="size-8 sm:size-10" />
            <span className="min-w-0 truncate">{username}</span>
            {isMe ? <span className="text-14 leading-5 text-coin">{t('seasons.you')}</span> : null}
          </Link>
        )}
      </th>
      <td className="px-1 text-right font-bold sm:px-3">{formatCoins(place.totalWon)}</td>
    </tr>
  );
}
