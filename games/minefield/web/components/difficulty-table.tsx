/** Gems and mines of each difficulty, and what a gem adds. */
import type { ConfigTableProps } from '@fairground/game-kit/web';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { FactTable } from '@fairground/site-kit/ui/fact-table.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import type { MinefieldConfig } from '../../contract.ts';
import { useTexts } from '../texts.ts';

export function DifficultyTable({ config }: ConfigTableProps<MinefieldConfig>) {
  'use memo';
  const t = useTexts('facts');
  const { formatTwoDecimals } = useFormat();
  if (config === undefined) return <Skeleton className="h-55 w-full" />;
  return (
    <FactTable
      caption={t('facts.difficulties')}
      heads={[t('facts.meadow'), t('facts.plots'), t('facts.gems'), t('facts.mines'), t('facts.step')]}
      rows={config.difficulties.map(({ name, gridSize, gems, traps, multiplierIncrement }) => [
        t(`minefield.level.${name}`),
        gridSize,
        gems,
        traps,
        `+${t('facts.times', { n: formatTwoDecimals(multiplierIncrement) })}`,
      ])}
    />
  );
}
