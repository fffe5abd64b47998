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
import styles from './lottery.module.css';
import { useTexts } from './texts.ts';

export default defineGameRound<LotteryRound>({
  schema: lotteryRoundSchema,
  Replay: DrawReplay,
  Facts: DrawFacts,
});

function DrawReplay({ round }: { round: LotteryRound }) {
  'use memo';
  const t = useTexts('round');
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
    <div
      className={cn(
        'relative isolate grid h-[clamp(240px,46vw,440px)] place-items-center overflow-hidden',
        'rounded-panel bg-(--scene-meadow-near)',
      )}
      data-part="stage"
    >
      <div className="absolute inset-0 -z-1">
        <LotteryScene />
      </div>
      <p
        className={cn(
          'mb-[8%] grid grid-cols-[repeat(6,clamp(44px,11vw,104px))] gap-[clamp(4px,1.4vw,16px)]',
          'max-[24rem]:grid-cols-[repeat(3,64px)]',
        )}
      >
        {Array.from({ length: lotteryRules.picks }, (_, at) => {
          const number = at < count ? round.winningNumbers[at] : undefined;
          return (
            <span
              key={at}
              className="grid aspect-square rounded-full border-2 border-dashed border-edge data-out:border-transparent"
              data-out={number !== undefined || undefined}
            >
              {number !== undefined && (
                <span
                  className={cn(
                    styles.drop,
                    'grid place-items-center rounded-full',
                    'bg-[linear-gradient(var(--color-bulb-500)_0_76%,#d98f12_76%)]',
                  )}
                >
                  <span
                    className={cn(
                      'figures -mt-[6%] grid aspect-square w-[66%] place-items-center rounded-full',
                      'bg-cream-50 text-[length:clamp(1.0625rem,4.4vw,2.5rem)] font-bold text-night-900',
                    )}
                  >
                    {number}
                  </span>
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
  const t = useTexts('round');
  const { formatCoins } = useFormat();
  return ticketCount === null ? null : (
    <Stat name={t('lottery.round.tickets')}>{formatCoins(ticketCount)}</Stat>
  );
}
