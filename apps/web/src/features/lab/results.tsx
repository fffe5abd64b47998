/** What the sessions came to: the return by the rules and as observed, what it costs, and how the ends are spread. */
import type { LabResult } from '@fairground/game-kit/web/lab';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useLanguage, type Language } from '@fairground/site-kit/i18n/language.ts';
import { FactTable } from '@fairground/site-kit/ui/fact-table.tsx';
import { Stat } from '@fairground/site-kit/ui/panel.tsx';
import { Plot } from '@fairground/site-kit/ui/plot/plot.tsx';
import { ShareButton } from '@fairground/site-kit/ui/sharing.tsx';
import { figuresOf, rangesOf } from './figures.ts';
import type { LabAnswer } from './play-request.ts';
import { queryOf, type ReadDraft } from './settings.ts';
import { formatPercent, formatTwoDecimals } from './number-formats.ts';
import { useTexts } from '../../texts.ts';

export function Results({ read, answer }: { read: ReadDraft; answer: LabAnswer }) {
  'use memo';
  const t = useTexts('lab');
  const { formatCoins, formatFactor } = useFormat();
  const language = useLanguage();
  const { settings, texts } = read;
  const { result, rules } = answer;
  const figures = figuresOf(result);
  const coins = (value: number): string => formatTwoDecimals(language, value);
  const of100 = (share: number): string => formatTwoDecimals(language, 100 * share);
  const percent = (share: number): string => formatPercent(language, share);
  const perHour = settings.part.roundsPerHour(settings.config);
  const roundsPerHour = formatFactor(perHour >= 10 ? Math.round(perHour) : perHour);
  return (
    <>
      <div className="grid max-w-[76ch] gap-2">
        <p className="text-17 leading-6 font-bold" role="status">
          {t('lab.done', {
            sessions: formatCoins(result.sessions),
            rounds: formatCoins(result.rounds),
            seed: String(settings.seed),
          })}
        </p>
        <p>
          {t('lab.why', {
            staked: coins(figures.stakedPerSession),
            edge: of100(figures.edge),
            cost: coins(figures.costPerSession),
          })}
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Stat name={t('lab.ahead')}>{percent(result.ahead / result.sessions)}</Stat>
        <Stat name={t('lab.ruined')}>{percent(result.ruined / result.sessions)}</Stat>
        <Stat name={t('lab.costPerSession')}>{coins(figures.costPerSession)}</Stat>
        <Stat name={t('lab.costPerHour')}>{coins(figures.costPerRound * perHour)}</Stat>
      </dl>
      <p className="max-w-[76ch] text-14 leading-5 text-quiet">
        {[t('lab.notes'), t('lab.pace', { n: roundsPerHour }), t(settings.part.pace)].join(' ')}
      </p>
      <FactTable
        caption={t('lab.returns')}
        heads={[t('lab.returnsHead'), t('lab.of100')]}
        rows={[
          [t('lab.exact'), of100(figures.exactReturn)],
          [t('lab.observed'), of100(figures.observedReturn)],
          [
            t('lab.interval'),
            t('lab.range', {
              from: of100(figures.interval[0]),
              to: of100(figures.interval[1]),
            }),
          ],
        ]}
      />
      <Histogram result={result} balance={settings.balance} />
      <Paths result={result} />
      <div className="grid gap-2">
        <FactTable
          caption={t('lab.sideBySide')}
          heads={[
            t('lab.rule'),
            t('lab.staked'),
            t('lab.costPerSession'),
            t('lab.costOf100'),
            t('lab.ahead'),
            t('lab.ruined'),
          ]}
          rows={rules.map(([rule, each]) => rowOf(t(`lab.rule.${rule}`), each, language))}
        />
        <p className="max-w-[76ch] font-bold">{t('lab.sideBySideText')}</p>
      </div>
      <div className="grid justify-items-start gap-3">
        <p className="max-w-[76ch] text-quiet">{t('lab.share')}</p>
        <ShareButton title={t('title.lab')} path={`/lab?${queryOf(texts)}`} />
      </div>
    </>
  );
}

function rowOf(name: string, result: LabResult, language: Language): string[] {
  const { stakedPerSession, costPerSession, edge } = figuresOf(result);
  const { ahead, ruined, sessions } = result;
  return [
    name,
    formatTwoDecimals(language, stakedPerSession),
    formatTwoDecimals(language, costPerSession),
    formatTwoDecimals(language, 100 * edge),
    formatPercent(language, ahead / sessions),
    formatPercent(language, ruined / sessions),
  ];
}

function Histogram({ result, balance }: { result: LabResult; balance: number }) {
  'use memo';
  const t = useTexts('lab');
  const { formatCoins } = useFormat();
  const language = useLanguage();
  const { spread, sessions } = result;
  const [p5 = 0, , p50 = 0, , p95 = 0] = spread.quantiles;
  const ranges = rangesOf(spread);
  return (
    <Plot
      title={t('lab.spread')}
      text={t('lab.spreadText', {
        start: formatCoins(balance),
        p5: formatCoins(p5),
        p50: formatCoins(p50),
        p95: formatCoins(p95),
        lowest: formatCoins(spread.lowest),
        highest: formatCoins(spread.highest),
      })}
      kind="bars"
      labels={ranges.map(({ from, to }) =>
        from === null
          ? t('lab.upTo', { n: formatCoins(to ?? 0) })
          : to === null
            ? t('lab.from', { n: formatCoins(from) })
            : from === to
              ? formatCoins(from)
              : t('lab.range', { from: formatCoins(from), to: formatCoins(to) }),
      )}
      series={[
        { name: t('lab.shareOfSessions'), values: ranges.map(({ count }) => (100 * count) / sessions) },
      ]}
      formatValue={(value) => formatPercent(language, value / 100)}
      pointHead={t('lab.endBalance')}
    />
  );
}

function Paths({ result: { paths } }: { result: LabResult }) {
  'use memo';
  const t = useTexts('lab');
  const { formatCoins } = useFormat();
  const steps = paths.balances[0]?.length ?? 0;
  return (
    <Plot
      title={t('lab.paths')}
      text={t('lab.pathsText', { n: paths.balances.length })}
      kind="line"
      labels={Array.from({ length: steps }, (_, at) => formatCoins(at * paths.every))}
      series={paths.balances.map((values, at) => ({ name: t('lab.session', { n: at + 1 }), values }))}
      formatValue={formatCoins}
      pointHead={t('lab.round')}
    />
  );
}
