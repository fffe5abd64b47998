/** What a ticket pays, by how many of its numbers are drawn. */
import type { ConfigTableProps } from '@fairground/game-kit/web';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { FactTable } from '@fairground/site-kit/ui/fact-table.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import type { LotteryConfig } from '../../contract.ts';
import { useTexts } from '../texts.ts';

export function TierTable({ config }: ConfigTableProps<LotteryConfig>) {
  'use memo';
  const t = useTexts('facts');
  const { formatCoins, formatFactor } = useFormat();
  if (config === undefined) return <Skeleton className="h-75 w-full" />;
  const { tiers, picks } = config;
  return (
    <FactTable
      caption={t('facts.tiers')}
      heads={[t('facts.right'), t('facts.pays'), t('facts.odds')]}
      rows={tiers.map(({ matches, multiplier, oneIn }) => [
        t('facts.rightOf', { n: matches, picks }),
        t('facts.times', { n: formatFactor(multiplier) }),
        t('facts.oneIn', { n: oneIn < 10 ? formatFactor(oneIn) : formatCoins(oneIn) }),
      ])}
    />
  );
}
