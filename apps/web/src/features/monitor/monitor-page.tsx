/** /fairness/monitor: all results and payments so far next to what the rules promise. Public. */
import { addSums, judge, type MonitorSums, type Verdict } from '@fairground/fairness/monitor';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { useResource } from '@fairground/site-kit/api/resource.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { PageLoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { FactTable } from '@fairground/site-kit/ui/fact-table.tsx';
import { Plot } from '@fairground/site-kit/ui/plot/plot.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { useHydrated } from '@fairground/site-kit/ui/use-hydrated.ts';
import Check from '@fairground/site-kit/icons/check';
import X from '@fairground/site-kit/icons/x';
import { useState, type ReactNode } from 'react';
import { byFolder, gamesWith } from '../../game-parts/list.ts';
import type { Module } from '../../game-parts/by-folder.ts';
import { monitorAnswer, type MonitorFigures } from './answer.ts';
import { useTexts } from '../../texts.ts';

const games = gamesWith('proof');
const imagined = byFolder(
  import.meta.glob<Module<() => string>>('../../../../../games/*/web/monitor.ts', { eager: true }),
);

export function MonitorPage() {
  'use memo';
  const t = useTexts('monitor');
  // The page is prerendered without an address.
  const isHydrated = useHydrated();
  const {
    data: figures,
    error,
    reload,
  } = useResource({
    key: 'monitor',
    load: () => request('/fairness/monitor', { answer: monitorAnswer }),
  });
  return (
    <div
      className={cn(
        'mx-auto grid w-full max-w-[calc(var(--container-page)+5rem)] grid-cols-[minmax(0,1fr)] gap-8',
        'px-4 py-12 md:px-10',
      )}
    >
      <header className="grid gap-4">
        <h1 className="poster-title text-32 leading-9 md:text-48 md:leading-13">{t('monitor.title')}</h1>
        <p className="max-w-[60ch] text-17 leading-6">{t('monitor.lead')}</p>
      </header>
      {figures ? (
        <Figures figures={figures} />
      ) : error ? (
        <PageLoadFailed text={readableError(error, t('monitor.failed'))} retry={reload} />
      ) : (
        <Skeleton className="h-220 w-full" />
      )}
      <Section title={t('monitor.again')} lead={t('monitor.againLead')}>
        <code className="font-mono text-14 leading-5 wrap-anywhere">
          {`npm run monitor -- ${isHydrated ? location.origin : 'URL'}`}
        </code>
        <a
          href="/data/"
          className="inline-flex min-h-11 items-center justify-self-start text-info underline underline-offset-3"
        >
          {t('monitor.dumps')}
        </a>
      </Section>
    </div>
  );
}

interface SectionProps {
  title: string;
  lead: string;
  /** Figures are folded while there is nothing to look at; without this nothing is. */
  isOpen?: boolean;
  children: ReactNode;
}

/** No landmark: a table that scrolls is one, with the same name. */
function Section({ title, lead, isOpen, children }: SectionProps) {
  const t = useTexts('monitor');
  const inner = <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-20 leading-7 font-bold">{title}</h2>
      <p className="max-w-[68ch] text-quiet">{lead}</p>
      {isOpen === undefined ? (
        inner
      ) : (
        <details open={isOpen}>
          <summary className="min-h-11 cursor-pointer content-center font-bold">
            {t('monitor.figures')}
            <span className="sr-only">: {title}</span>
          </summary>
          {inner}
        </details>
      )}
    </div>
  );
}

interface Judged extends MonitorSums {
  name: string;
  verdict: Verdict;
}

const reasons = ['clock', 'late_seal', 'no_beacon', 'no_seed', 'operator', 'restore', 'stopped'] as const;

/** Above it, the figure says no more. */
const maxEvidence = 1e9;

function Figures({ figures: { days, since, voids, log } }: { figures: MonitorFigures }) {
  'use memo';
  const t = useTexts('monitor');
  const { formatCoins, formatFactor, formatMoment } = useFormat();
  const nameOf = (id: string): string => {
    const game = games.find((each) => each.id === id);
    return game ? t(game.proof.label) : id;
  };
  const reasonOf = (reason: string): string => {
    const known = reasons.find((each) => each === reason);
    return known ? t(`monitor.reason.${known}`) : reason;
  };
  const percent = (part: number | null): string =>
    part === null ? '–' : t('monitor.percent', { n: formatFactor(part * 100) });
  const evidence = (ln: number): string => {
    const value = Math.min(Math.exp(ln), maxEvidence);
    return value < 100 ? formatFactor(value) : formatCoins(value);
  };
  const all: Judged[] = addSums([...days.map((day) => day.games), since.games]).map((sums) => ({
    ...sums,
    name: [
      nameOf(sums.game),
      ...(sums.terms.rtpBp === undefined ? [] : [t('monitor.terms.rtpBp', { n: sums.terms.rtpBp / 100 })]),
      ...(sums.terms.max === undefined ? [] : [t('monitor.terms.max', { n: sums.terms.max })]),
    ].join(', '),
    verdict: judge(sums),
  }));
  // Rounds that were void before their seal have no terms.
  const drawn = all.filter(({ rounds }) => rounds > 0);
  const outside = all.filter(({ verdict }) => verdict.isOutside).map(({ name }) => name);
  const totals = totalsOf(days);
  const isOpen = outside.length > 0;
  return (
    <>
      <div role={outside.length > 0 ? 'alert' : 'status'} className="grid gap-1 rounded-panel bg-panel p-5">
        <p className={outside.length > 0 ? 'font-bold text-loss' : 'font-bold text-win'}>
          {outside.length > 0 ? t('monitor.outside', { games: outside.join('; ') }) : t('monitor.within')}
        </p>
        {drawn.length === 0 && <p>{t('monitor.noRounds')}</p>}
        <ul className="grid gap-x-6 sm:grid-cols-2">
          {drawn.map(({ name, rounds, verdict }) => (
            <li key={name} className="flex items-center gap-2">
              {verdict.isOutside ? (
                <X aria-hidden className="size-4 shrink-0 stroke-3 text-loss" />
              ) : (
                <Check aria-hidden className="size-4 shrink-0 stroke-3 text-win" />
              )}
              <span>
                {t(verdict.isOutside ? 'monitor.gameOutside' : 'monitor.gameWithin', {
                  game: name,
                  n: rounds,
                  shown: formatCoins(rounds),
                })}
              </span>
            </li>
          ))}
        </ul>
        {log && <p className="text-quiet">{t('monitor.until', { at: formatMoment(log.at) })}</p>}
      </div>
      <Section title={t('monitor.results')} lead={t('monitor.resultsLead')} isOpen={isOpen}>
        <dl className="grid gap-1">
          {[...new Set(all.map(({ game }) => game))].map((game) => (
            <ImaginedBet key={game} game={game} name={nameOf(game)} />
          ))}
        </dl>
        <FactTable
          hidesCaption
          caption={t('monitor.results')}
          heads={[
            t('monitor.game'),
            t('monitor.rounds'),
            t('monitor.observed'),
            t('monitor.exact'),
            t('monitor.bounds'),
            t('monitor.evidence'),
          ]}
          rows={drawn.map(({ name, rounds, chance, verdict }) => [
            name,
            formatCoins(rounds),
            percent(verdict.observed),
            percent(chance),
            verdict.observed === null
              ? '–'
              : t('monitor.between', { low: percent(verdict.band.low), high: percent(verdict.band.high) }),
            evidence(verdict.lnOtherChance),
          ])}
        />
        <p className="max-w-[68ch] text-14 leading-5 text-quiet">{t('monitor.evidenceLead')}</p>
        {days.length > 0 && <Course days={days} since={since.games} all={drawn} percent={percent} />}
      </Section>
      <Section title={t('monitor.payments')} lead={t('monitor.paymentsLead')} isOpen={isOpen}>
        <FactTable
          hidesCaption
          caption={t('monitor.payments')}
          heads={[
            t('monitor.game'),
            t('monitor.bets'),
            t('monitor.staked'),
            t('monitor.paid'),
            t('monitor.returned'),
            t('monitor.atMost'),
            t('monitor.evidence'),
          ]}
          rows={drawn.map(({ name, bets, staked, paid, maxReturn, verdict }) => [
            name,
            formatCoins(bets),
            formatCoins(staked),
            formatCoins(paid),
            percent(verdict.returned),
            percent(maxReturn),
            evidence(verdict.lnOverpaid),
          ])}
        />
      </Section>
      {totals.length > 0 && (
        <Section title={t('monitor.ownSeeds')} lead={t('monitor.ownSeedsLead')} isOpen={isOpen}>
          <FactTable
            hidesCaption
            caption={t('monitor.ownSeeds')}
            heads={[
              t('monitor.game'),
              t('monitor.bets'),
              t('monitor.staked'),
              t('monitor.paid'),
              t('monitor.returned'),
            ]}
            rows={totals.map(({ game, bets, staked, paid }) => [
              nameOf(game),
              formatCoins(bets),
              formatCoins(staked),
              formatCoins(paid),
              percent(staked === 0 ? null : paid / staked),
            ])}
          />
        </Section>
      )}
      <Section title={t('monitor.interrupted')} lead={t('monitor.interruptedLead')} isOpen={isOpen}>
        <FactTable
          hidesCaption
          caption={t('monitor.interrupted')}
          heads={[t('monitor.game'), t('monitor.void'), t('monitor.voidWon'), t('monitor.late')]}
          rows={all.map(({ name, voids: count, voidOutcomes, voidWins, late }) => [
            name,
            formatCoins(count),
            voidOutcomes === 0 ? '–' : t('monitor.ofKnown', { wins: voidWins, n: voidOutcomes }),
            formatCoins(late),
          ])}
        />
        <h3 className="font-bold">{t('monitor.newestVoids')}</h3>
        {voids.length === 0 ? (
          <p className="text-quiet">{t('monitor.none')}</p>
        ) : (
          <ul className="grid">
            {voids.map(({ game, id, at, reason }) => (
              <li key={`${game} ${id}`} className="flex flex-wrap gap-x-4 border-t-[1.5px] border-rule py-2">
                <Link to={`/rounds/${game}/${id}`} className="text-info underline underline-offset-3">
                  {t('monitor.voidRound', { game: nameOf(game), id })}
                </Link>
                <span>{formatMoment(at)}</span>
                <span className="text-quiet">{reasonOf(reason)}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

const ImaginedBet = ({ game, name }: { game: string; name: string }) => {
  const useText = imagined.get(games.find(({ id }) => id === game)?.folder ?? '');
  return useText ? <NamedText name={name} useText={useText} /> : null;
};

const NamedText = ({ name, useText }: { name: string; useText: () => string }) => (
  <div>
    <dt className="inline font-bold">{name}:</dt> <dd className="inline text-quiet">{useText()}</dd>
  </div>
);

interface CourseProps {
  days: MonitorFigures['days'];
  since: readonly MonitorSums[];
  all: readonly Judged[];
  percent: (part: number | null) => string;
}

/** The imagined bet of one game after each day. */
function Course({ days, since, all, percent }: CourseProps) {
  'use memo';
  const t = useTexts('monitor');
  const [chosen, setChosen] = useState(0);
  const shown = all[chosen];
  if (!shown) return null;
  const points = courseOf([...days.map((day) => day.games), since], shown);
  const basisPoints = (read: (point: Verdict) => number | null) =>
    points.map((point) => {
      const value = point && read(point);
      return value === null ? null : Math.round(value * 10_000);
    });
  return (
    <>
      <select
        aria-label={t('monitor.game')}
        className="min-h-11 justify-self-start rounded-control border-2 border-edge bg-panel px-3 font-bold"
        value={chosen}
        onChange={({ target }) => setChosen(Number(target.value))}
      >
        {all.map(({ name }, at) => (
          <option key={name} value={at}>
            {name}
          </option>
        ))}
      </select>
      <Plot
        title={t('monitor.plot')}
        text={t('monitor.plotText')}
        kind="line"
        labels={[...days.map(({ day }) => day), t('monitor.now')]}
        series={[
          { name: t('monitor.observed'), values: basisPoints(({ observed }) => observed) },
          { name: t('monitor.exact'), values: basisPoints(() => shown.chance) },
          { name: t('monitor.low'), values: basisPoints(({ band }) => band.low) },
          { name: t('monitor.high'), values: basisPoints(({ band }) => band.high) },
        ]}
        formatValue={(value) => percent(value / 10_000)}
        pointHead={t('monitor.day')}
      />
    </>
  );
}

/** The verdict on everything up to each day; null before the first round. */
function courseOf(days: readonly (readonly MonitorSums[])[], of: MonitorSums): (Verdict | null)[] {
  let sums: MonitorSums | undefined;
  return days.map((day) => {
    const found = day.filter((each) => each.game === of.game && each.chance === of.chance);
    [sums] = addSums([found, sums ? [sums] : []]);
    return sums ? judge(sums) : null;
  });
}

function totalsOf(days: MonitorFigures['days']) {
  const sums = new Map<string, { game: string; bets: number; staked: number; paid: number }>();
  for (const { game, bets, staked, paid } of days.flatMap((day) => day.totals)) {
    const before = sums.get(game) ?? { game, bets: 0, staked: 0, paid: 0 };
    sums.set(game, {
      game,
      bets: before.bets + bets,
      staked: before.staked + staked,
      paid: before.paid + paid,
    });
  }
  return [...sums.values()];
}
