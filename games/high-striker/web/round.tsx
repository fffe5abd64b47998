/** A strike on its own page: the puck on the tower again, and its figures. */
import { defineGameRound } from '@fairground/game-kit/web';
import { Replay, useReplay, type ReplayClock } from '@fairground/game-kit/web/replay';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Stat } from '@fairground/site-kit/ui/panel.tsx';
import type { StrikerRound } from '../contract.ts';
import game from '../game.ts';
import { Ground } from './components/stage.tsx';
import { Tower } from './components/tower.tsx';
import { replayMomentAt, replayMs, swingMs } from './replay-model.ts';
import { useT } from './round-texts.ts';
import styles from './high-striker.module.css';

export default defineGameRound<StrikerRound>({
  schema: game.roundSchema,
  Replay: StrikeReplay,
  Facts: StrikeFacts,
});

function StrikeReplay({ round }: { round: StrikerRound }) {
  'use memo';
  const t = useT();
  const { formatMultiplier } = useFormat();
  const height = formatMultiplier(round.height);
  const target = formatMultiplier(round.target);
  return (
    <Replay
      label={t('highStriker.round.scene', { height, target })}
      durationMs={replayMs}
      stepMs={100}
      describe={(atMs) => {
        const moment = replayMomentAt(round, atMs);
        if (moment.phase === 'swinging') return t('highStriker.round.swing');
        if (moment.phase === 'flying') {
          return t('highStriker.round.flight', { height: formatMultiplier(moment.height) });
        }
        return t(`highStriker.round.${round.outcome}`, { height, target });
      }}
    >
      {(clock) => <Strike round={round} clock={clock} />}
    </Replay>
  );
}

function Strike({ round, clock }: { round: StrikerRound; clock: ReplayClock }) {
  'use memo';
  const t = useT();
  const { formatMultiplier } = useFormat();
  // Every frame renders again: the puck moves by it.
  const { phase, height } = replayMomentAt(
    round,
    useReplay(clock, () => clock.atMs()),
  );
  const swung = useReplay(clock, () => Math.min(1, clock.atMs() / swingMs));
  const hasLanded = phase === 'landed';
  return (
    <div className={cn(styles.page, styles.replay, 'overflow-hidden rounded-panel')}>
      <div className={styles.stage} data-part="stage">
        <Ground />
        <Tower
          phase={hasLanded ? round.outcome : 'flying'}
          target={round.target}
          height={height}
          strikeId={null}
          swung={phase === 'swinging' ? swung : 0}
        />
        <div className={styles.sign} data-outcome={hasLanded ? round.outcome : undefined}>
          <strong className={styles.height}>{formatMultiplier(height)}x</strong>
          {hasLanded && <p>{t(`highStriker.round.outcome.${round.outcome}`)}</p>}
        </div>
      </div>
    </div>
  );
}

function StrikeFacts({ round: { target, height, outcome } }: { round: StrikerRound }) {
  const t = useT();
  const { formatMultiplier } = useFormat();
  return (
    <>
      <Stat name={t('highStriker.round.target')}>
        {t('highStriker.round.times', { m: formatMultiplier(target) })}
      </Stat>
      <Stat name={t('highStriker.round.height')}>
        {t('highStriker.round.times', { m: formatMultiplier(height) })}
      </Stat>
      <Stat name={t('highStriker.round.result')}>{t(`highStriker.round.outcome.${outcome}`)}</Stat>
    </>
  );
}
