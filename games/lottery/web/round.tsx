/** A draw on its own page: its six balls before the fair, and its figures. */
import { defineGameRound } from '@fairground/game-kit/web';
import { Replay, useReplay, type ReplayClock } from '@fairground/game-kit/web/replay';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Stat } from '@fairground/site-kit/ui/panel.tsx';
import { lotteryRules } from '../rules.ts';
import { lotteryRoundSchema, type LotteryRound } from '../round-contract.ts';
import { LotteryScene } from './components/lottery-scene.tsx';
import { ballMs, ballsAt, replayMsOf } from './replay-model.ts';
import { useT } from './round-texts.ts';
import styles from './lottery.module.css';

export default defineGameRound<LotteryRound>({
  schema: lotteryRoundSchema,
  Replay: DrawReplay,
  Facts: DrawFacts,
});

function DrawReplay({ round }: { round: LotteryRound }) {
  'use memo';
  const t = useT();
  if (round.status === 'void') return null;
  return (
    <Replay
      label={t('lottery.round.scene', { numbers: round.winningNumbers.join(', ') })}
      durationMs={replayMsOf(round)}
      stepMs={ballMs / 3}
      describe={(atMs) => {
        const out = ballsAt(round, atMs);
        return out.length === 0
          ? t('lottery.round.none')
          : t('lottery.round.soFar', { n: out.length, numbers: out.join(', ') });
      }}
    >
      {(clock) => <Draw round={round} clock={clock} />}
    </Replay>
  );
}

function Draw({ round, clock }: { round: LotteryRound; clock: ReplayClock }) {
  'use memo';
  const count = useReplay(clock, () => ballsAt(round, clock.atMs()).length);
  return (
    <div className={cn(styles.drawStage, 'rounded-panel')} data-part="stage">
      <LotteryScene />
      <p className={styles.drawBalls}>
        {Array.from({ length: lotteryRules.picks }, (_, at) => {
          const number = at < count ? round.winningNumbers[at] : undefined;
          return (
            <span key={at} className={styles.drawPlace} data-out={number !== undefined || undefined}>
              {number !== undefined && (
                <span className={styles.drawBall}>
                  <span className="figures">{number}</span>
                </span>
              )}
            </span>
          );
        })}
      </p>
    </div>
  );
}

function DrawFacts({ round: { ticketCount } }: { round: LotteryRound }) {
  const t = useT();
  const { formatCoins } = useFormat();
  return ticketCount === null ? null : (
    <Stat name={t('lottery.round.tickets')}>{formatCoins(ticketCount)}</Stat>
  );
}
