/** Fairness: who can know a result and when, a check of any of them, and the player's own seeds. Public. */
import { useState } from 'react';
import { Link, useSearchParams } from '@fairground/site-kit/router/router.tsx';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { SealIcon } from '@fairground/site-kit/art/icons.tsx';
import { useSession } from '@fairground/site-kit/session/session.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { useHydrated } from '@fairground/site-kit/ui/use-hydrated.ts';
import { CheckForm, resultNamedIn } from './check-form.tsx';
import { KnowledgePicture } from './knowledge-picture.tsx';
import { WhenNear } from '@fairground/site-kit/ui/when-near.tsx';
import { useTexts } from '../../texts.ts';

/** With its schemas; visitors need neither. */
const SeedsPanel = lazyPart(async () => (await import('./seeds-panel.tsx')).default);

/** Read from the site, so it is no part of the prerendered page. */
const Published = lazyPart(async () => (await import('./published.tsx')).default);

const levels = ['install', 'bettors', 'beacon'] as const;
const ways = ['page', 'program', 'file'] as const;
const commands = { page: null, program: 'npm run verify -- log', file: 'python3 verify_fairground.py' };

export function FairnessPage() {
  'use memo';
  const t = useTexts('fairness');
  const { status } = useSession();
  const [params] = useSearchParams();
  const [opened] = useState(() => resultNamedIn(params));
  // The page is prerendered without an address. Where one names nothing, the form stays the one that may have the
  // focus.
  const isNamed = useHydrated() && opened !== null;
  return (
    <div
      className={cn(
        'mx-auto grid w-full max-w-[calc(var(--container-page)+5rem)] grid-cols-[minmax(0,1fr)] gap-8',
        'px-4 py-12 md:px-10',
      )}
    >
      <header className="grid gap-4">
        <h1 className="poster-title flex items-center gap-4 text-32 leading-9 md:text-48 md:leading-13">
          <SealIcon size={44} className="shrink-0" />
          {t('fairness.title')}
        </h1>
        <p className="max-w-[60ch] text-17 leading-6">{t('fairness.lead')}</p>
      </header>
      <CheckForm key={String(isNamed)} named={isNamed ? opened : null} />
      <section aria-labelledby="fairness-knows" className="grid gap-4">
        <h2 id="fairness-knows" className="text-20 leading-7 font-bold">
          {t('fairness.knows')}
        </h2>
        <KnowledgePicture />
      </section>
      <section aria-labelledby="fairness-levels" className="grid gap-4">
        <h2 id="fairness-levels" className="text-20 leading-7 font-bold">
          {t('fairness.levels')}
        </h2>
        <p className="max-w-[60ch]">{t('fairness.levelsLead')}</p>
        <dl className="grid gap-4 md:grid-cols-3">
          {levels.map((level) => (
            <div key={level} className="grid content-start gap-2 rounded-panel bg-panel p-5">
              <dt className="font-bold">{t(`fairness.levelTitle.${level}`)}</dt>
              <dd className="text-quiet">{t(`fairness.leavesOpen.${level}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="fairness-ways" className="grid gap-4">
        <h2 id="fairness-ways" className="text-20 leading-7 font-bold">
          {t('fairness.ways')}
        </h2>
        <ol className="grid max-w-[68ch] list-decimal gap-3 pl-6 marker:font-bold marker:text-seal">
          {ways.map((way) => (
            <li key={way}>
              {t(`fairness.way.${way}`)}
              {commands[way] !== null && (
                <code className="mt-1 block font-mono text-14 leading-5 wrap-anywhere text-quiet">
                  {commands[way]}
                </code>
              )}
              {way === 'file' && (
                <a
                  href="/fairness/verify_fairground.py"
                  download
                  className="inline-flex min-h-11 items-center text-info underline underline-offset-3"
                >
                  {t('fairness.secondVerifier')}
                </a>
              )}
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="fairness-seeds" className="grid gap-5 rounded-panel bg-panel p-5 md:p-6">
        <h2 id="fairness-seeds" className="text-20 leading-7 font-bold">
          {t('fairness.seeds')}
        </h2>
        <p className="max-w-[60ch] text-quiet">{t('fairness.seedsLead')}</p>
        {status === 'player' ? (
          <LazyBoundary fallback={<Skeleton className="h-64 w-full" />}>
            <SeedsPanel />
          </LazyBoundary>
        ) : (
          <p>
            <Link to="/login" className="text-info underline underline-offset-3">
              {t('nav.login')}
            </Link>
            {' · '}
            {t('fairness.seedsVisitor')}
          </p>
        )}
      </section>
      <WhenNear>
        <LazyBoundary fallback={null}>
          <Published />
        </LazyBoundary>
      </WhenNear>
    </div>
  );
}
