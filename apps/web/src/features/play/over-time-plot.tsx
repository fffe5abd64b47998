/** How a player's bets have gone, day by day. */
import type { PlaySummary } from '@fairground/contract/play';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { byLanguage } from '@fairground/site-kit/i18n/locale.ts';
import { Plot } from '@fairground/site-kit/ui/plot/plot.tsx';
import { changeOverTime, totalsOf } from './sums.ts';
import { useTexts } from '../../texts.ts';

/** Days of the site are dates without a zone. */
const shortDay = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
);

export function OverTimePlot({ summary }: { summary: PlaySummary }) {
  'use memo';
  const t = useTexts('play');
  const { formatCoins, formatChange } = useFormat();
  const format = (coins: number): string => (coins === 0 ? '0' : formatChange(coins));
  const language = useLanguage();
  const totals = totalsOf(summary);
  const overTime = changeOverTime(summary);
  return (
    <Plot
      title={t('play.overTime')}
      text={t('play.overTimeText', {
        n: totals.bets,
        days: overTime.length,
        paid: formatCoins(totals.paid),
        received: formatCoins(totals.received),
        change: format(totals.change),
      })}
      kind="line"
      labels={overTime.map(({ of }) => shortDay(language).format(new Date(of)))}
      series={[{ name: t('play.change'), values: overTime.map(({ change }) => change) }]}
      formatValue={format}
      pointHead={t('play.day')}
    />
  );
}
