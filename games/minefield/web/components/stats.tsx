/** The four figures over the meadow. */
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useT } from '../texts.ts';
import type { Figures } from '../state.ts';
import styles from '../minefield.module.css';

type StatsProps = { figures: Figures | null; gems: number; mines: number };

export function Stats({ figures, gems, mines }: StatsProps) {
  const t = useT();
  const { formatCoins, formatMultiplier } = useFormat();
  const nextWin = figures?.nextWin ?? null;
  const values = [
    [t('minefield.nextWin'), nextWin === null ? t('minefield.none') : `${formatMultiplier(nextWin)}x`],
    [t('minefield.profit'), formatCoins(figures?.profit ?? 0)],
    [t('minefield.gemsFound'), `${figures?.gemsFound ?? 0} / ${gems}`],
    [t('minefield.mines'), String(mines)],
  ] as const;
  return (
    <dl className={styles.stats} data-part="figures">
      {values.map(([name, value], at) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-win={(at === 1 && (figures?.profit ?? 0) > 0) || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
