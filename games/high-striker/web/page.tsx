/** High Striker: the tower, the strike, and the strikes before. */
import { InstantGamePage } from '@fairground/game-kit/web/instant';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import game from '../game.ts';
import { Stage } from './components/stage.tsx';
import { TargetControl } from './components/target-control.tsx';
import styles from './high-striker.module.css';
import { useTexts } from './texts.ts';

export function HighStrikerPage() {
  'use memo';
  const t = useTexts('page');
  const { formatTwoDecimals } = useFormat();
  return (
    <InstantGamePage
      game={game}
      t={t}
      className={styles.page}
      Stage={Stage}
      entryTexts={({ target, height }) => [
        t('highStriker.recordTarget', { m: formatTwoDecimals(target) }),
        t('highStriker.recordHeight', { h: formatTwoDecimals(height) }),
      ]}
      figures={({ target, height }) => ({ h: formatTwoDecimals(height), m: formatTwoDecimals(target) })}
    >
      {({ choice, set }) => (
        <TargetControl target={choice?.target ?? null} onTarget={(target) => set('target', target)} />
      )}
    </InstantGamePage>
  );
}
