/**
 * /rounds/:game/:id: a round, game, draw or spin that is over. Its name and its result are in the HTML; the replay, the
 * figures and the proof come with the application.
 */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@fairground/site-kit/router/router.tsx';
import { useSession } from '@fairground/site-kit/session/session.ts';
import { games } from '../../game-parts/list.ts';
import { isApiError, readableError } from '@fairground/site-kit/api/api-error.ts';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { usePageTitle } from '@fairground/site-kit/page/page-title.ts';
import { Button, ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { Message } from '@fairground/site-kit/ui/message.tsx';
import { ShareButton } from '@fairground/site-kit/ui/sharing.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { useHydrated } from '@fairground/site-kit/ui/use-hydrated.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { ownStakesQuery, roundQuery } from './round-query.ts';
import { EmbedCode } from './embed-code.tsx';
import { RoundScene } from './round-scene.tsx';
import { useTexts } from '../../texts.ts';

/** Visitors need none of it. */
const OwnStakes = lazyPart(async () => (await import('./own-stakes.tsx')).default);

const ProofSteps = lazyPart(async () => (await import('./proof-steps.tsx')).default);

export function RoundPage() {
  'use memo';
  const t = useTexts('rounds');
  const { game = '', id = '' } = useParams();
  const language = useLanguage();
  const hydrated = useHydrated();
  const { status } = useSession();
  const { data, error, refetch } = useQuery(roundQuery({ game, id }));
  const ownStakes = useQuery({ ...ownStakesQuery({ game, id }), enabled: status === 'player' });
  const texts = data?.texts[language];
  usePageTitle(texts && t('title.ofRound', { title: texts.title }), texts?.summary);
  if (error && data === undefined) return <Failed error={error} onRetry={() => void refetch()} />;
  // The prerendered page has the texts alone.
  const shown = hydrated ? data : undefined;
  return (
    <div
      className={cn(
        'mx-auto grid w-full max-w-[calc(var(--container-page)+5rem)] grid-cols-[minmax(0,1fr)] content-start',
        'gap-8 px-4 py-10 md:px-10',
      )}
    >
      <header className="grid gap-3">
        {texts ? (
          <>
            <h1 className="poster-title text-26 leading-8 text-balance md:text-40 md:leading-11">
              {texts.title}
            </h1>
            <p className="text-20 leading-7 font-bold">{texts.summary}</p>
          </>
        ) : (
          <>
            <h1 className="sr-only">{t('title.round')}</h1>
            <Skeleton className="h-8 w-80 max-w-full md:h-11" />
            <Skeleton className="h-7 w-64 max-w-full" />
          </>
        )}
        <p className="min-h-5 text-14 leading-5 text-quiet">{shown && <EndedAt at={shown.endedAt} />}</p>
      </header>
      <section aria-label={t('rounds.replay')} className="grid content-start gap-6">
        {shown ? (
          <LazyBoundary fallback={<ScenePlace />}>
            <RoundScene
              key={`${game} ${id}`}
              round={shown}
              ownStakes={ownStakes.data?.entries}
              place={<ScenePlace />}
            />
          </LazyBoundary>
        ) : (
          <ScenePlace />
        )}
      </section>
      {shown && status === 'player' && (
        <LazyBoundary>
          <OwnStakes name={{ game, id }} />
        </LazyBoundary>
      )}
      <section aria-labelledby="round-proof" className="grid gap-4 rounded-panel bg-panel p-5 md:p-6">
        <h2 id="round-proof" className="text-20 leading-7 font-bold">
          {t('rounds.proof')}
        </h2>
        {shown && (
          <LazyBoundary fallback={<Skeleton className="h-64 w-full" />}>
            <ProofSteps proof={shown.proof} />
          </LazyBoundary>
        )}
      </section>
      <div className="flex flex-wrap gap-3">
        {texts && <ShareButton title={texts.title} />}
        <PlayLink game={game} />
      </div>
      {shown && <EmbedCode name={{ game, id }} title={shown.texts[language].title} />}
    </div>
  );
}

/** Reserves the place of a replay and its figures, so that the proof does not move much. */
const ScenePlace = () => <Skeleton className="h-[42rem] w-full rounded-panel" />;

function EndedAt({ at }: { at: string }) {
  const { formatMoment } = useFormat();
  return <time dateTime={at}>{formatMoment(at)}</time>;
}

function PlayLink({ game }: { game: string }) {
  'use memo';
  const t = useTexts('rounds');
  const hydrated = useHydrated();
  const known = games.find(({ id }) => id === game);
  if (!hydrated || known?.page === undefined || known.card === undefined) return null;
  return (
    <ButtonLink to={known.page.path} variant="secondary">
      {t('rounds.play', { game: t(known.card.gameName) })}
    </ButtonLink>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  'use memo';
  const t = useTexts('rounds');
  if (isApiError(error) && error.status === 404) {
    return (
      <Message title={t('rounds.notFound')} text={t('rounds.notFoundText')}>
        <ButtonLink to="/">{t('nav.home')}</ButtonLink>
      </Message>
    );
  }
  return (
    <Message title={t('rounds.failed')} text={readableError(error, t('error.unexpected'))}>
      <Button onClick={onRetry}>{t('ui.retry')}</Button>
    </Message>
  );
}
