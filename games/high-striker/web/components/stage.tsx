/** The tower on the meadow, and the sign with the height next to it. */
import { paperSign } from '@fairground/game-kit/web';
import { ResultSign, type InstantStageProps } from '@fairground/game-kit/web/instant';
import { Meadow } from '@fairground/site-kit/art/meadow.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import type game from '../../game.ts';
import styles from '../high-striker.module.css';
import { Tower } from './tower.tsx';
import { useTexts } from '../texts.ts';

export const sign =
  `${paperSign} top-1/2 left-4 grid w-[min(38%,300px)] -translate-y-1/2 gap-1 p-3 leading-5 sm:left-[6%] ` +
  'sm:w-[min(30%,300px)]';
export const signHeight =
  'figures font-display text-[length:min(clamp(1.25rem,6.4vw,2.75rem),10vw)] leading-[1.1] font-[400]';

export const Ground = () => (
  <svg
    className="absolute inset-x-0 bottom-0 -z-1 h-[22%] w-full"
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
  const t = useTexts('page');
  const { formatTwoDecimals } = useFormat();
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
        className={sign}
        figureClass={signHeight}
        bet={landed}
        waiting={t(phase === 'idle' ? 'highStriker.idle' : 'highStriker.moving')}
        figure={landed === null ? '' : `${formatTwoDecimals(landed.height)}x`}
        lost={landed === null ? '' : t('highStriker.lost', { m: formatTwoDecimals(landed.target) })}
      />
    </div>
  );
}
