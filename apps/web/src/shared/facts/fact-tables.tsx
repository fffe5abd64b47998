/** What tickets and bets pay, and what lies in the meadows: the tables that guide and About Us share. */
import type { GamesConfig } from '@fairground/contract/config';
import { formatCoins, formatMultiplier, formatReturn } from '../format/format.ts';
import { pageTexts } from '../i18n/page-texts.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { FactTable } from './fact-table.tsx';

const useTexts = pageTexts({
  en: () => import('../i18n/en/facts.json'),
  es: () => import('../i18n/es/facts.json'),
});

interface TableProps {
  /** Undefined until it is known; the tables' place is kept. */
  config: GamesConfig | undefined;
}

/** 0.5 → "0.5", 1000000 → "1,000,000" */
const factor = (value: number): string => formatReturn(value * 100);

export function TierTable({ config }: TableProps) {
  const t = useTexts();
  if (config === undefined) return <Skeleton className="h-75 w-full" />;
  const { tiers, picks } = config.lottery;
  return (
    <FactTable
      caption={t('facts.tiers')}
      heads={[t('facts.right'), t('facts.pays'), t('facts.odds')]}
      rows={tiers.map(({ matches, multiplier, oneIn }) => [
        t('facts.rightOf', { n: matches, picks }),
        t('facts.times', { n: factor(multiplier) }),
        t('facts.oneIn', { n: oneIn < 10 ? factor(oneIn) : formatCoins(oneIn) }),
      ])}
    />
  );
}

const kinds = {
  Number: 'facts.number',
  Under: 'facts.under',
  Over: 'facts.over',
  Exact: 'facts.exact',
} as const;

export function PayoutTable({ config }: TableProps) {
  const t = useTexts();
  if (config === undefined) return <Skeleton className="h-55 w-full" />;
  const { bets, max } = config.doubleTrouble;
  return (
    <FactTable
      caption={t('facts.payouts')}
      heads={[t('facts.bet'), t('facts.chance'), t('facts.pays'), t('facts.back')]}
      rows={bets.map(({ drawType, multiplier, winningNumbers, rtpBp }) => [
        t(kinds[drawType]),
        t('facts.chanceOf', { n: winningNumbers, max }),
        t('facts.times', { n: factor(multiplier) }),
        formatReturn(rtpBp),
      ])}
    />
  );
}

export function DifficultyTable({ config }: TableProps) {
  const t = useTexts();
  if (config === undefined) return <Skeleton className="h-55 w-full" />;
  return (
    <FactTable
      caption={t('facts.difficulties')}
      heads={[t('facts.meadow'), t('facts.plots'), t('facts.gems'), t('facts.mines'), t('facts.step')]}
      rows={config.mineField.difficulties.map(({ name, gridSize, gems, traps, multiplierIncrement }) => [
        t(`minefield.level.${name}`),
        gridSize,
        gems,
        traps,
        `+${t('facts.times', { n: formatMultiplier(multiplierIncrement) })}`,
      ])}
    />
  );
}
