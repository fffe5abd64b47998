/** A strike on its own page: the puck on the tower again, and its figures. */
import { defineInstantRound, type RoundSceneProps } from '@fairground/game-kit/web/instant-round';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import type { Choice, Drawn, StrikerRound } from '../contract.ts';
import game from '../game.ts';
import { Ground, sign, signHeight } from './components/stage.tsx';
import { Tower } from './components/tower.tsx';
import { motionMs, replayMomentAt, swingMs } from './replay-model.ts';
import styles from './high-striker.module.css';
import { useTexts, type Texts } from './texts.ts';

export default defineInstantRound<Texts['round'], Choice, Drawn>(game, {
  styles,
  motionMs,
  restMs: 1_500,
  figures: ({ height, target }, { formatTwoDecimals }) => ({
    height: formatTwoDecimals(height),
    target: formatTwoDecimals(target),
  }),
  describe(round, atMs, { formatTwoDecimals }) {
    const { phase, height } = replayMomentAt(round, atMs);
    if (phase === 'swinging') return ['swing'];
    return phase === 'flying' ? ['flight', { height: formatTwoDecimals(height) }] : [round.outcome];
  },
  facts: ({ height = '', target = '' }, t) => ({
    target: t('times', { m: target }),
    height: t('times', { m: height }),
  }),
  Scene,
});

function Scene({ round, atMs, hasLanded }: RoundSceneProps<StrikerRound>) {
  'use memo';
  const t = useTexts('round');
  const { formatTwoDecimals } = useFormat();
  const { phase, height } = replayMomentAt(round, atMs);
  return (
    <>
      <Ground />
      <Tower
        phase={hasLanded ? round.outcome : 'moving'}
        target={round.target}
        height={height}
        strikeId={null}
        swung={phase === 'swinging' ? Math.min(1, atMs / swingMs) : 0}
      />
      <div className={sign} data-outcome={hasLanded ? round.outcome : undefined}>
        <strong className={signHeight}>{`${formatTwoDecimals(height)}x`}</strong>
        {hasLanded && <p>{t(`highStriker.round.outcome.${round.outcome}`)}</p>}
      </div>
    </>
  );
}
