/** What a bet pays, and how likely it is to. */
import type { ConfigTableProps } from '@fairground/game-kit/web';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { FactTable } from '@fairground/site-kit/ui/fact-table.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import type { DoubleTroubleConfig } from '../../contract.ts';
import { useTexts } from '../texts.ts';

const kinds = {
  Number: 'facts.number',
  Under: 'facts.under',
  Over: 'facts.over',
  Exact: 'facts.exact',
} as const;

export function PayoutTable({ config }: ConfigTableProps<DoubleTroubleConfig>) {
  'use memo';
  const t = useTexts('facts');
  const { formatFactor, formatReturn } = useFormat();
  if (config === undefined) return <Skeleton className="h-55 w-full" />;
  const { bets, max } = config;
  return (
    <FactTable
      caption={t('facts.payouts')}
      heads={[t('facts.bet'), t('facts.chance'), t('facts.pays'), t('facts.back')]}
      rows={bets.map(({ drawType, multiplier, winningNumbers, rtpBp }) => [
        t(kinds[drawType]),
        t('facts.chanceOf', { n: winningNumbers, max }),
        t('facts.times', { n: formatFactor(multiplier) }),
        formatReturn(rtpBp),
      ])}
    />
  );
}
