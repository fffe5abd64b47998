/** A spin on its own page: the wheel again, and its figures. */
import { defineGameRound } from '@fairground/game-kit/web';
import { Replay, useReplay, type ReplayClock } from '@fairground/game-kit/web/replay';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Stat } from '@fairground/site-kit/ui/panel.tsx';
import { wheelRoundSchema, type WheelRound } from '../round-contract.ts';
import { segmentAtTop } from './components/turn.ts';
import { WheelPicture } from './components/wheel-picture.tsx';
import { replayMomentAt, replayMs } from './replay-model.ts';
import { useTexts } from './texts.ts';

export default defineGameRound<WheelRound>({
  schema: wheelRoundSchema,
  Replay: SpinReplay,
  Facts: SpinFacts,
});

function SpinReplay({ round }: { round: WheelRound }) {
  'use memo';
  const t = useTexts('round');
  return (
    <Replay
      label={t('wheel.round.scene', { n: round.amount })}
      durationMs={replayMs}
      stepMs={100}
      describe={(atMs) => {
        const { turn, hasStopped } = replayMomentAt(round, atMs);
        return hasStopped
          ? t('wheel.round.top', { n: round.values[segmentAtTop(turn)] ?? 0 })
          : t('wheel.round.turning');
      }}
    >
      {(clock) => <Spin round={round} clock={clock} />}
    </Replay>
  );
}

function Spin({ round, clock }: { round: WheelRound; clock: ReplayClock }) {
  'use memo';
  // Every frame renders again: the wheel turns by it.
  const { turn, hasStopped } = replayMomentAt(
    round,
    useReplay(clock, () => clock.atMs()),
  );
  return (
    <div data-part="stage" className="rounded-panel bg-panel p-4">
      <div className="mx-auto w-full max-w-[420px]">
        <WheelPicture
          values={round.values}
          turn={turn}
          moving={false}
          drawn={hasStopped ? round.segment : null}
          fades={false}
        />
      </div>
    </div>
  );
}

function SpinFacts({ round: { amount, segment, values } }: { round: WheelRound }) {
  const t = useTexts('round');
  const { formatCoins } = useFormat();
  return (
    <>
      <Stat name={t('wheel.round.coins')}>{formatCoins(amount)}</Stat>
      <Stat name={t('wheel.round.segment')}>
        {t('wheel.round.segmentOf', { n: segment + 1, of: values.length })}
      </Stat>
    </>
  );
}
