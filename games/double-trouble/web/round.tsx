/** A draw on its own page: the drum again, and its figures. */
import { defineGameRound } from '@fairground/game-kit/web';
import { Replay, useReplay, type ReplayClock } from '@fairground/game-kit/web/replay';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Stat } from '@fairground/site-kit/ui/panel.tsx';
import { doubleTroubleRoundSchema, type DoubleTroubleRound } from '../round-contract.ts';
import { lightCount } from './draw-clock.ts';
import { Backdrop, Canopy, LastBall, sideLine } from './components/draw-stage.tsx';
import { Drum } from './components/drum.tsx';
import { SideIcon, sideOf } from './components/side.tsx';
import { replayMomentAt, replayMs } from './replay-model.ts';
import styles from './double-trouble.module.css';
import { useTexts } from './texts.ts';

export default defineGameRound<DoubleTroubleRound>({
  schema: doubleTroubleRoundSchema,
  Replay: DrawReplay,
  Facts: DrawFacts,
});

function DrawReplay({ round }: { round: DoubleTroubleRound }) {
  'use memo';
  const t = useTexts('round');
  const { winningNumber: number, max } = round;
  if (number === null) return null;
  return (
    <Replay
      label={t('doubleTrouble.round.scene', { n: number })}
      durationMs={replayMs}
      stepMs={100}
      describe={(atMs) => {
        const moment = replayMomentAt(round, atMs);
        if (moment.number === null) return t('doubleTrouble.round.mixing');
        if (moment.lifted < 1) return t('doubleTrouble.round.lifting');
        return t('doubleTrouble.round.drawn', {
          n: moment.number,
          side: t(`doubleTrouble.round.side.${sideOf(moment.number, max)}`),
        });
      }}
    >
      {(clock) => <Draw round={round} clock={clock} />}
    </Replay>
  );
}

function Draw({ round, clock }: { round: DoubleTroubleRound; clock: ReplayClock }) {
  'use memo';
  const t = useTexts('round');
  // Every frame renders again: the drum turns by it.
  const { turn, number, lifted } = replayMomentAt(
    round,
    useReplay(clock, () => clock.atMs()),
  );
  const isDrawn = number !== null && lifted === 1;
  const side = number === null ? null : sideOf(number, round.max);
  return (
    <div className={cn(styles.page, styles.replay, 'overflow-hidden rounded-panel')}>
      <div data-part="stage" className={styles.stage}>
        <Backdrop />
        <div className={styles.last}>
          {isDrawn && side !== null && (
            <p className={sideLine} data-side={side}>
              <SideIcon side={side} />
              <span>{t(`doubleTrouble.round.side.${side}`)}</span>
            </p>
          )}
          <div style={{ opacity: number === null ? 1 : 0.25 + 0.75 * lifted }}>
            <LastBall number={number} max={round.max} drawId="replay" />
          </div>
        </div>
        <Drum
          max={round.max}
          drawn={number}
          drawId="0"
          lights={number === null ? 0 : lightCount}
          turn={turn}
        />
        <p className={styles.sign}>
          <span>
            {isDrawn ? t('doubleTrouble.round.sign', { n: number }) : t('doubleTrouble.round.signMixing')}
          </span>
        </p>
        <Canopy />
      </div>
    </div>
  );
}

function DrawFacts({ round }: { round: DoubleTroubleRound }) {
  const t = useTexts('round');
  const { formatCoins } = useFormat();
  return (
    <>
      <Stat name={t('doubleTrouble.round.players')}>{formatCoins(round.players)}</Stat>
      <Stat name={t('doubleTrouble.round.bets')}>{formatCoins(round.bets)}</Stat>
      <Stat name={t('doubleTrouble.round.staked')}>{formatCoins(round.staked)}</Stat>
      <Stat name={t('doubleTrouble.round.won')}>
        {t('doubleTrouble.round.wonOf', { n: formatCoins(round.won), of: formatCoins(round.bets) })}
      </Stat>
      <Stat name={t('doubleTrouble.round.paid')}>{formatCoins(round.paid)}</Stat>
    </>
  );
}
