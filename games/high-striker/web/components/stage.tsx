/** The tower on the meadow, and the sign with the height next to it. */
import { ResultSign, type InstantStageProps } from '@fairground/game-kit/web/instant';
import { Meadow } from '@fairground/site-kit/art/meadow.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import type game from '../../game.ts';
import styles from '../high-striker.module.css';
import { useT } from '../texts.ts';
import { Tower } from './tower.tsx';

export const Ground = () => (
  <svg
    className={styles.ground}
    viewBox="0 0 800 120"
    preserveAspectRatio="xMidYMax slice"
    aria-hidden="true"
  >
    <Meadow width={800} y={20} height={100} />
  </svg>
);

type StageProps = InstantStageProps<(typeof game)['choice'], (typeof game)['drawn']>;

export function Stage({ phase, choice, bet, onEnd }: StageProps) {
  'use memo';
  const t = useT();
  const { formatMultiplier } = useFormat();
  const landed = phase === 'won' || phase === 'lost' ? bet : null;
  return (
    <div className={styles.stage} data-phase={phase} data-part="stage">
      <Ground />
      <Tower
        phase={phase}
        target={choice?.target ?? null}
        height={bet?.height ?? null}
        strikeId={bet?.id ?? null}
        onLanded={onEnd}
      />
      <ResultSign
        className={styles.sign}
        figureClass={styles.height}
        bet={landed}
        waiting={t(phase === 'idle' ? 'highStriker.idle' : 'highStriker.moving')}
        figure={landed === null ? '' : `${formatMultiplier(landed.height)}x`}
        lost={landed === null ? '' : t('highStriker.lost', { m: formatMultiplier(landed.target) })}
      />
    </div>
  );
}
