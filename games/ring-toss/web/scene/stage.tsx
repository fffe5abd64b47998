/** The stall, its sign, and the strip of ten thousand numbers with the part that wins. */
import { ResultSign, type InstantStageProps } from '@fairground/game-kit/web/instant';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import game from '../../game.ts';
import styles from '../ring-toss.module.css';
import { winningRange, type Choice, type Drawn } from '../toss.ts';
import { sign, signFigure } from './sign.ts';
import { Stall } from './stall.tsx';
import { Strip } from './strip.tsx';
import { useTexts } from '../texts.ts';

export function Stage({ phase, choice, bet, onEnd }: InstantStageProps<Choice, Drawn>) {
  'use memo';
  const t = useTexts('page');
  const { formatFactor, formatTwoDecimals } = useFormat();
  const landed = phase === 'won' || phase === 'lost' ? bet : null;
  const [from, to] = choice === null ? [] : winningRange(choice).map(formatFactor);
  return (
    <div className={styles.stage} data-phase={phase} data-part="stage">
      <div className="relative flex min-h-0 grow justify-center pt-2">
        <Stall key={bet?.id ?? 'none'} toss={bet} isFlying={phase === 'moving'} onLanded={onEnd} />
        <ResultSign
          className={sign}
          figureClass={signFigure}
          bet={landed}
          waiting={t(phase === 'idle' ? 'ringToss.idle' : 'ringToss.moving')}
          figure={landed === null ? '' : formatFactor(landed.roll)}
          lost={
            landed === null
              ? ''
              : t('ringToss.lost', { from: from ?? '', to: to ?? '', roll: formatFactor(landed.roll) })
          }
        />
      </div>
      {choice !== null && (
        <Strip range={winningRange(choice)} roll={landed?.roll ?? null} outcome={landed?.outcome}>
          {t('ringToss.pays', {
            from: from ?? '',
            to: to ?? '',
            m: formatTwoDecimals(game.multiplierHundredths(choice) / 100),
          })}
        </Strip>
      )}
    </div>
  );
}
