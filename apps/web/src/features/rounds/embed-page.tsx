/**
 * /embed/:game/:id: the replay of a round in a frame of another site. It has nothing of the site around it, and needs
 * no cookie; its link opens the round's page in a window of its own.
 */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@fairground/site-kit/router/router.tsx';
import { LazyBoundary } from '@fairground/site-kit/faults/lazy-part.tsx';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { usePageTitle } from '@fairground/site-kit/page/page-title.ts';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { useHydrated } from '@fairground/site-kit/ui/use-hydrated.ts';
import { roundQuery } from './round-query.ts';
import { RoundScene } from './round-scene.tsx';
import { useTexts } from '../../texts.ts';

export function EmbedPage() {
  'use memo';
  const t = useTexts('rounds');
  const { game = '', id = '' } = useParams();
  const language = useLanguage();
  const hydrated = useHydrated();
  const { data, isError } = useQuery(roundQuery({ game, id }));
  const texts = data?.texts[language];
  usePageTitle(texts && t('title.ofRound', { title: texts.title }), texts?.summary);
  const shown = hydrated ? data : undefined;
  const place = <Skeleton className="h-80 w-full rounded-panel" />;
  return (
    <main id="main" className="grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start gap-3 p-3">
      <h1 className="text-17 leading-6 font-bold">
        {texts ? (
          <a
            href={`/rounds/${game}/${id}`}
            target="_blank"
            rel="noopener"
            className="underline underline-offset-3"
          >
            {texts.title}
          </a>
        ) : (
          t(isError ? 'rounds.notFound' : 'title.round')
        )}
      </h1>
      {texts && <p className="text-14 leading-5">{texts.summary}</p>}
      {shown ? (
        <LazyBoundary fallback={place}>
          <RoundScene key={`${game} ${id}`} round={shown} place={place} bare />
        </LazyBoundary>
      ) : (
        !isError && place
      )}
      <p className="font-display text-20 leading-7 text-coin">{t('brand.name')}</p>
    </main>
  );
}
