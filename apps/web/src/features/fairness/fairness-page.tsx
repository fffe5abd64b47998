/** Fairness: how results are sealed, a check of any of them, and the player's own seeds. Public. */
import '../../games/proof-texts.ts';
import './page-texts.ts';
import { Link, useSearchParams } from '@fairground/site-kit/router/router.tsx';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { SealIcon } from '@fairground/site-kit/art/icons.tsx';
import { useSession } from '@fairground/site-kit/session/session.ts';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { useHydrated } from '@fairground/site-kit/ui/use-hydrated.ts';
import { CheckForm, resultNamedIn } from './check-form.tsx';

/** With its schemas; visitors need neither. */
const SeedsPanel = lazyPart(async () => (await import('./seeds-panel.tsx')).default);

/** Read from the site, so it is no part of the prerendered page. */
const Published = lazyPart(async () => (await import('./published.tsx')).default);

const steps = ['fairness.how1', 'fairness.how2', 'fairness.how3', 'fairness.how4'] as const;

export function FairnessPage() {
  'use memo';
  const t = useT();
  const { status } = useSession();
  const [params] = useSearchParams();
  // The page is prerendered without an address; the query is applied after that.
  const hydrated = useHydrated();
  return (
    <div className="mx-auto grid w-full max-w-[880px] grid-cols-[minmax(0,1fr)] gap-8 px-4 py-12 md:px-10">
      <header className="grid gap-4">
        <h1 className="poster-title flex items-center gap-4 text-32 leading-9 md:text-48 md:leading-13">
          <SealIcon size={44} className="shrink-0" />
          {t('fairness.title')}
        </h1>
        <p className="max-w-[60ch] text-17 leading-6">{t('fairness.lead')}</p>
      </header>
      <CheckForm key={String(hydrated)} named={hydrated ? resultNamedIn(params) : null} />
      <section aria-labelledby="fairness-seeds" className="grid gap-5 rounded-panel bg-panel p-5 md:p-8">
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
      {hydrated && (
        <LazyBoundary fallback={null}>
          <Published />
        </LazyBoundary>
      )}
      <section aria-labelledby="fairness-how" className="grid gap-4">
        <h2 id="fairness-how" className="text-20 leading-7 font-bold">
          {t('fairness.how')}
        </h2>
        <ol className="grid list-decimal gap-2 pl-6 text-17 leading-6">
          {steps.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
      </section>
    </div>
  );
}
