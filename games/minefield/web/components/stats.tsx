/** The four figures over the meadow. */
import { useFormat } from '@fairground/site-kit/format/format.ts';
import type { Figures } from '../state.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts } from '../texts.ts';

type StatsProps = { figures: Figures | null; gems: number; mines: number };

export function Stats({ figures, gems, mines }: StatsProps) {
  const t = useTexts('page');
  const { formatCoins, formatTwoDecimals } = useFormat();
  const nextWin = figures?.nextWin ?? null;
  const values = [
    [t('minefield.nextWin'), nextWin === null ? t('minefield.none') : `${formatTwoDecimals(nextWin)}x`],
    [t('minefield.profit'), formatCoins(figures?.profit ?? 0)],
    [t('minefield.gemsFound'), `${figures?.gemsFound ?? 0} / ${gems}`],
    [t('minefield.mines'), String(mines)],
  ] as const;
  return (
    <dl className="grid grid-cols-[1fr_0.8fr_1.3fr_0.7fr] max-[16rem]:grid-cols-2" data-part="figures">
      {values.map(([name, value], at) => (
        <div key={name} className="border-rule not-first:border-l-[1.5px] not-first:pl-2.5">
          <dt className="truncate text-14 leading-5 text-quiet max-[16rem]:whitespace-normal">{name}</dt>
          <dd
            className={cn(
              'figures text-20 leading-6.5 font-bold',
              at === 1 && (figures?.profit ?? 0) > 0 && 'text-win',
            )}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
