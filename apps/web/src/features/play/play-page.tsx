/** /profile/play: what a player did with their coins, as plots and as a list. */
import { multiplierBounds, type OtherSource, type PlaySummary } from '@fairground/contract/play';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { games } from '../../game-parts/list.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import type { TranslateWith } from '@fairground/site-kit/i18n/texts-of.ts';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Choice } from '@fairground/site-kit/ui/choice-group.tsx';
import { Panel, Stat, TitlePanel } from '@fairground/site-kit/ui/panel.tsx';
import { Plot } from '@fairground/site-kit/ui/plot/plot.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { LoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { Movements } from './movements.tsx';
import { OverTimePlot } from './over-time-plot.tsx';
import { summaryQuery } from './queries.ts';
import { changeBySource, multiplierCounts, ofSource, totalsOf } from './sums.ts';
import { useTexts, type Texts } from '../../texts.ts';

/** Few players look at them. */
const ReceiptsPanel = lazyPart(async () => (await import('./receipts-panel.tsx')).default);

const spans = [7, 30, 90, 365];

export function PlayPage() {
  'use memo';
  const t = useTexts('play');
  const format = useFormat();
  const formatChange = (coins: number): string => (coins === 0 ? '0' : format.formatChange(coins));
  const [source, setSource] = useState<string | null>(null);
  const [days, setDays] = useState(30);
  const [showsReceipts, setShowsReceipts] = useState(false);
  const summary = useQuery(summaryQuery(days));
  const nameOf = (of: string): string => sourceName(of, t);
  return (
    <>
      <TitlePanel title={t('play.title')} lead={t('play.lead')}>
        <div role="group" aria-label={t('play.filter')} className="flex flex-wrap gap-2">
          <select
            aria-label={t('play.game')}
            className="min-h-11 rounded-control border-2 border-edge bg-panel px-3 font-bold"
            value={source ?? ''}
            onChange={({ target }) => setSource(target.value === '' ? null : target.value)}
          >
            <option value="">{t('play.all')}</option>
            {[...games.map(({ id }) => id), ...Object.keys(otherNames)].map((of) => (
              <option key={of} value={of}>
                {nameOf(of)}
              </option>
            ))}
          </select>
          {spans.map((span) => (
            <Choice key={span} isChosen={span === days} onClick={() => setDays(span)}>
              {t('play.lastDays', { n: span })}
            </Choice>
          ))}
        </div>
        {summary.data !== undefined ? (
          <Sums summary={ofSource(summary.data, source)} nameOf={nameOf} formatChange={formatChange} />
        ) : summary.isError ? (
          <LoadFailed text={t('play.failed')} retry={summary.refetch} />
        ) : (
          <Skeleton className="h-220 w-full" />
        )}
      </TitlePanel>
      <Panel title={t('play.movements')}>
        <Movements filter={{ source, days }} nameOf={nameOf} formatChange={formatChange} />
      </Panel>
      {showsReceipts ? (
        <LazyBoundary fallback={<Skeleton className="h-60 w-full" />}>
          <ReceiptsPanel />
        </LazyBoundary>
      ) : (
        <Button variant="secondary" className="justify-self-start" onClick={() => setShowsReceipts(true)}>
          {t('play.receipts')}
        </Button>
      )}
    </>
  );
}

interface SumsProps {
  summary: PlaySummary;
  nameOf: (source: string) => string;
  formatChange: (coins: number) => string;
}

function Sums({ summary, nameOf, formatChange }: SumsProps) {
  'use memo';
  const t = useTexts('play');
  const { formatCoins, formatMoment } = useFormat();
  const totals = totalsOf(summary);
  const bySource = changeBySource(summary);
  const counts = multiplierCounts(summary);
  const [none = 0, part = 0, ...more] = counts;
  // No column is empty.
  const ranges = counts
    .map((count, at) => ({ name: rangeName(at, t), count }))
    .filter(({ count }) => count > 0);
  const [best] = bySource;
  const worst = bySource.at(-1);
  if (best === undefined || worst === undefined) return <p className="text-quiet">{t('play.none')}</p>;
  return (
    <>
      {summary.since === null ? null : (
        <p className="text-coin">{t('play.since', { at: formatMoment(summary.since) })}</p>
      )}
      <dl className="grid grid-cols-2 gap-3 *:last:max-lg:col-span-2 lg:grid-cols-5">
        <Stat name={t('play.bets')}>{formatCoins(totals.bets)}</Stat>
        <Stat name={t('play.paid')}>{formatCoins(totals.paid)}</Stat>
        <Stat name={t('play.received')}>{formatCoins(totals.received)}</Stat>
        <Stat name={t('play.change')}>{formatChange(totals.change)}</Stat>
        <Stat name={t('play.gifts')}>{formatChange(totals.gifts)}</Stat>
      </dl>
      <div className="grid grid-cols-1 gap-8 *:min-w-0 lg:grid-cols-2">
        {totals.bets === 0 ? null : (
          <div className="lg:col-span-2">
            <OverTimePlot summary={summary} />
          </div>
        )}
        <Plot
          title={t('play.byGame')}
          text={t(bySource.length > 1 ? 'play.byGameText' : 'play.byGameOne', {
            best: nameOf(best.of),
            bestChange: formatChange(best.change),
            worst: nameOf(worst.of),
            worstChange: formatChange(worst.change),
          })}
          kind="bars"
          labels={bySource.map(({ of }) => nameOf(of))}
          series={[{ name: t('play.change'), values: bySource.map(({ change }) => change) }]}
          formatValue={formatChange}
          pointHead={t('play.source')}
        />
        {totals.bets === 0 ? null : (
          <Plot
            title={t('play.multipliers')}
            text={t('play.multipliersText', {
              n: totals.bets,
              none,
              part,
              more: more.reduce((sum, count) => sum + count, 0),
            })}
            kind="bars"
            labels={ranges.map(({ name }) => name)}
            series={[{ name: t('play.count'), values: ranges.map(({ count }) => count) }]}
            formatValue={formatCoins}
            pointHead={t('play.multiplier')}
          />
        )}
      </div>
    </>
  );
}

/** The first two ranges have names of their own: nothing, and at most the stake. */
function rangeName(at: number, t: TranslateWith<Texts['play']>): string {
  if (at === 0) return t('play.nothing');
  if (at === 1) return t('play.partBack');
  const from = at === 2 ? 1 : (multiplierBounds[at] ?? 0);
  const to = multiplierBounds[at + 1];
  return to === undefined ? t('play.from', { from }) : t('play.upTo', { from, to });
}

const otherNames = {
  signup: 'play.fromSignup',
  ad: 'play.fromAd',
  referral: 'play.fromReferral',
  card: 'play.fromCard',
  correction: 'play.fromCorrection',
} as const satisfies Record<OtherSource, string>;

const isOther = (source: string): source is OtherSource => Object.hasOwn(otherNames, source);

function sourceName(source: string, t: TranslateWith<Texts['play']>): string {
  if (isOther(source)) return t(otherNames[source]);
  const game = games.find(({ id }) => id === source);
  return game ? t(game.proof.label) : source;
}
