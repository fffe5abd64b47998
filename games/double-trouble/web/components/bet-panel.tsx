/** The stub next to the stage: what the bet is on, how much, and the button. */
import { doubleTroubleRules } from '../../rules.ts';
import type { DrawType } from '../../rules.ts';
import {
  ActionDock,
  lazyAutoPlay,
  panelColumn,
  StakeControl,
  StakeNotice,
  stakeRange,
  useGameClosed,
  useGameKeys,
  type AutoPlay,
  type ChosenStake,
} from '@fairground/game-kit/web';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useProbe } from '@fairground/site-kit/live/use-live.ts';
import { CoinIcon } from '@fairground/site-kit/art/icons.tsx';
import { cue } from '@fairground/site-kit/sound/sound.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { placeBetMutation } from '../api.ts';
import { NumberPicker, TypePicker } from './pickers.tsx';
import { sideText } from './side.tsx';
import type { DoubleTrouble } from '../use-double-trouble.ts';
import { useTexts } from '../texts.ts';

const DoubleTroubleAutoPlay = lazyAutoPlay(
  async () => (await import('../auto-play.tsx')).DoubleTroubleAutoPlay,
);

interface BetPanelProps {
  game: DoubleTrouble;
  /** Undefined until the player is known. */
  balance: number | undefined;
  closed: boolean;
  auto: AutoPlay;
}

export function BetPanel({ game, balance, closed, auto }: BetPanelProps) {
  'use memo';
  const t = useTexts('page');
  const { formatCoins, formatReturn, readCoins } = useFormat();
  const { config, failed } = game;
  const { mutateAsync: placeBet, isPending: busy } = useMutation(placeBetMutation);
  const [drawType, setDrawType] = useState<DrawType>('Under');
  const [number, setNumber] = useState<number | null>(null);
  const [stake, setStake] = useState<ChosenStake>(doubleTroubleRules.defaultStakeCoins);
  const [failure, setFailure] = useState<unknown>(null);
  const line = failure === null ? '' : readableError(failure, t('error.unexpected'));
  const gameClosed = useGameClosed('doubleTrouble');
  useProbe(busy);

  const step = config?.step ?? doubleTroubleRules.stakeStepCoins;
  const min = config?.minBet ?? doubleTroubleRules.minStakeCoins;
  const { max, amount, affordable } = stakeRange({
    chosen: stake,
    balance,
    min,
    max: config?.maxBet ?? doubleTroubleRules.maxStakeCoins,
    step,
    readCoins,
  });
  const figures = config?.bets.find((bet) => bet.drawType === drawType);
  const picked = drawType !== 'Number' || number !== null;
  const placeable =
    picked &&
    affordable &&
    amount !== null &&
    !closed &&
    !gameClosed.closed &&
    !failed &&
    config !== undefined;

  async function place(): Promise<void> {
    if (!placeable || amount === null || busy) return;
    setFailure(null);
    const bet =
      drawType === 'Number' && number !== null ? { drawType, number, amount } : { drawType, amount };
    try {
      const placed = await placeBet(bet);
      cue('bet');
      toast({
        title: t('doubleTrouble.betPlaced'),
        description: t('doubleTrouble.betPlacedText', { n: formatCoins(placed.amount) }),
        variant: 'success',
      });
    } catch (error) {
      if (gameClosed.noteRefusal(error)) return;
      setFailure(error);
    }
  }

  useGameKeys({
    keys: [
      ['b', t('doubleTrouble.placeBet'), place],
      ['u', t(sideText.Under), () => setDrawType('Under')],
      ['e', t(sideText.Exact), () => setDrawType('Exact')],
      ['o', t(sideText.Over), () => setDrawType('Over')],
    ],
    stake: {
      coins: amount,
      min,
      max,
      step,
      disabled: busy || !affordable || gameClosed.closed,
      set: setStake,
    },
    auto,
  });

  const pickNumber = (next: number): void => {
    setDrawType('Number');
    setNumber(next);
  };

  return (
    <section aria-label={t('doubleTrouble.betPanel')} className={panelColumn}>
      <DoubleTroubleAutoPlay
        auto={auto}
        settings={{ config, drawType, number, stake: amount, maxStake: max }}
      />
      <TypePicker config={config} chosen={drawType} onChoose={setDrawType} />
      <NumberPicker max={config?.max ?? 30} drawType={drawType} number={number} onPick={pickNumber} />
      <StakeControl
        label={t('doubleTrouble.bet')}
        chosen={stake}
        amount={amount}
        min={min}
        max={max}
        step={step}
        disabled={busy || !affordable || gameClosed.closed}
        onChange={setStake}
        quick={{
          label: t('doubleTrouble.quick'),
          amounts: config?.quickBets ?? doubleTroubleRules.quickStakesCoins,
        }}
      />
      <StakeNotice gameClosed={gameClosed} balance={balance} minCoins={min} />
      <ActionDock>
        <Button
          size="action"
          className="flex-wrap gap-x-3 sideways:min-h-14!"
          disabled={!placeable}
          busy={busy}
          onClick={() => void place()}
        >
          {picked ? t('doubleTrouble.placeBet') : t('doubleTrouble.pickNumber')}
          {picked && amount !== null && (
            <span className="figures inline-flex items-center gap-1.5" aria-hidden="true">
              {formatCoins(amount)}
              <CoinIcon size={22} />
            </span>
          )}
        </Button>
      </ActionDock>
      <p role="alert" className={line === '' ? 'sr-only' : 'text-14 leading-5 font-bold text-loss'}>
        {line}
      </p>
      <p className="hidden min-h-10 text-14 leading-5 text-quiet lg:block">
        {affordable &&
          amount !== null &&
          figures &&
          t('doubleTrouble.returns', {
            n: formatCoins(amount),
            paid: formatCoins(Math.floor((amount * Math.round(figures.multiplier * 100)) / 100)),
            back: formatReturn(figures.rtpBp),
          })}
      </p>
    </section>
  );
}
