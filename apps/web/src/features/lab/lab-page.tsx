/**
 * /lab: what a rule of play does to the coins of many players. The address has all settings, and its simulation runs as
 * soon as the page is live; without them that of the first preset.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from '@fairground/site-kit/router/router.tsx';
import { useFacts } from '../../game-parts/use-facts.ts';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Sheet, SheetHeading } from '@fairground/site-kit/ui/sheet.tsx';
import { useStore } from '@fairground/site-kit/store/store.ts';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { useHydrated } from '@fairground/site-kit/ui/use-hydrated.ts';
import { LabForm } from './lab-form.tsx';
import { labProgress, labQuery } from './lab-query.ts';
import { chosenSessions } from './play-request.ts';
import { draftOf, presets, queryOf, readDraft, type Draft, type ReadDraft } from './settings.ts';
import { useTexts } from '../../texts.ts';

/** With the plots; nobody who only reads needs it. */
const Results = lazyPart(async () => (await import('./results.tsx')).Results);

export function LabPage() {
  'use memo';
  const t = useTexts('lab');
  const { config, failed } = useFacts({ complete: true });
  const [query, setQuery] = useSearchParams();
  // Prerendered without a query; the address counts as soon as the page is live.
  const isLive = useHydrated();
  const [preset] = presets;
  const asked = isLive
    ? (draftOf(query) ?? (config && preset ? readDraft(preset.draft, config).texts : null))
    : null;
  const read = config && asked ? readDraft(asked, config) : null;
  const run = (texts: Draft): void => setQuery(queryOf(texts), { preventScrollReset: true });
  return (
    <Sheet title={t('lab.title')} lead={t('lab.lead')} wide>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[18rem_minmax(0,1fr)]">
        {config !== undefined ? (
          <LabForm draft={asked ?? {}} config={config} onRun={run} />
        ) : failed ? (
          <p role="alert">{t('lab.configFailed')}</p>
        ) : (
          <Skeleton className="h-60 w-full" />
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
          <div role="note" className="grid gap-2 rounded-control border-2 border-coin bg-raised p-4 sm:p-5">
            <p className="text-20 leading-7 font-bold">{t('lab.honest')}</p>
            <p>{t('lab.honestWhy')}</p>
          </div>
          {read === null ? null : read.faults.size > 0 ? (
            <p role="alert" className="font-bold text-loss">
              {t('lab.wrongAddress')}
            </p>
          ) : (
            <Outcome key={queryOf(read.texts)} read={read} />
          )}
        </div>
      </div>
    </Sheet>
  );
}

function Outcome({ read }: { read: ReadDraft }) {
  const t = useTexts('lab');
  const client = useQueryClient();
  const query = labQuery(read);
  const { data, error, isFetching, refetch } = useQuery(query);
  return (
    <section aria-labelledby="lab-results" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <SheetHeading id="lab-results">{t('lab.results')}</SheetHeading>
      {isFetching ? (
        <Progress onCancel={() => void client.cancelQueries({ queryKey: query.queryKey })} />
      ) : data ? (
        <LazyBoundary fallback={<Skeleton className="h-220 w-full" />}>
          <Results read={read} answer={data} />
        </LazyBoundary>
      ) : (
        <div role={error ? 'alert' : 'status'} className="grid justify-items-start gap-4">
          <p>{t(error ? 'lab.failed' : 'lab.cancelled')}</p>
          <Button variant="secondary" onClick={() => void refetch()}>
            {t('ui.retry')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Progress({ onCancel }: { onCancel: () => void }) {
  const t = useTexts('lab');
  const { formatCoins } = useFormat();
  const done = useStore(labProgress);
  return (
    <div className="grid min-h-40 content-start gap-4">
      <p role="status">{t('lab.running', { n: formatCoins(chosenSessions) })}</p>
      <progress
        aria-label={t('lab.progress')}
        className="h-3 w-full accent-bulb-500"
        max={1}
        value={Math.floor(done * 100) / 100}
      />
      <Button variant="secondary" className="justify-self-start" onClick={onCancel}>
        {t('lab.cancel')}
      </Button>
    </div>
  );
}
