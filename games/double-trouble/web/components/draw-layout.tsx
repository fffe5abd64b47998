/** The page with its stage and the last draws, for players and for visitors. */
import { GameLayout, ProofLine } from '@fairground/game-kit/web';
import type { ComponentProps } from 'react';
import type { DoubleTroubleDraw } from '../../contract.ts';
import styles from '../double-trouble.module.css';
import type { DrawResult } from '../state.ts';
import type { DoubleTrouble } from '../use-double-trouble.ts';
import { Announcer } from './announcer.tsx';
import { DrawStage } from './draw-stage.tsx';
import { Ribbon } from './ribbon.tsx';
import { useTexts } from '../texts.ts';

interface DrawLayoutProps
  extends
    Pick<DoubleTrouble, 'status' | 'failed'>,
    Pick<ComponentProps<typeof DrawStage>, 'max' | 'clock' | 'waiting' | 'result'>,
    Pick<ComponentProps<typeof GameLayout>, 'history' | 'controls' | 'tools' | 'isAtStake'> {
  seal?: DoubleTrouble['seal'];
  /** The latest draw that took place while the page was open. */
  drawn: DoubleTroubleDraw | null;
}

export function DrawLayout(props: DrawLayoutProps) {
  'use memo';
  const { status, failed, seal, max, clock, waiting, drawn, result, ...parts } = props;
  const t = useTexts('page');
  const last = status?.current ?? null;
  return (
    <GameLayout
      className={styles.page}
      title={t('nav.doubleTrouble')}
      frontClass="lg:bg-ground"
      historyClass="pt-2 lg:flex lg:min-h-80 lg:flex-[1_1_0] lg:flex-col lg:pt-4"
      controlsClass={styles.controls}
      front={
        <>
          <DrawStage
            max={max}
            clock={clock}
            last={last}
            result={result}
            waiting={waiting}
            error={failed ? t('doubleTrouble.statusFailed') : null}
            beaconRound={status?.next.beaconRound ?? null}
          />
          <Ribbon draws={status?.history ?? null} max={max} failed={failed} />
          <ProofLine
            className={styles.fairness}
            text={seal ? t('doubleTrouble.betsSealed', { n: seal.betCount }) : t('doubleTrouble.sealed')}
            link={t('doubleTrouble.proof')}
            of={last && { game: 'doubleTrouble', id: last.drawId }}
          />
        </>
      }
      {...parts}
    >
      {/* The toast that says what a player's bets came to names the number. */}
      <Announcer drawn={isOfDraw(result, drawn) ? null : drawn} max={max} />
    </GameLayout>
  );
}

const isOfDraw = (result: DrawResult | null, drawn: DoubleTroubleDraw | null): boolean =>
  result !== null && result.drawId === drawn?.drawId;
