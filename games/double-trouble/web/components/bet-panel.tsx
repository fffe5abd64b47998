/** The stub next to the stage: what the bet is on, how much, and the button. */
import { AlertText } from '@fairground/site-kit/ui/announce.tsx';
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
import { chooseKind, chooseNumber, fieldsOf, firstFields, onlyFirst } from '../fields.ts';
import { NumberPicker, TypePicker } from './pickers.tsx';
import { nameOf, sideText } from './side.tsx';
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
  /** Whether one press places a bet on each of several fields. */
  isSeveral: boolean;
}

export function BetPanel({ game, balance, closed, auto, isSeveral }: BetPanelProps) {
  'use memo';
  const t = useTexts('page');
  const { formatCoins, formatReturn, readCoins } = useFormat();
  const { config, failed } = game;
  const { mutateAsync: placeBet } = useMutation(placeBetMutation);
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState(firstFields);
  const fields = isSeveral ? chosen : onlyFirst(chosen);
  const [stake, setStake] = useState<ChosenStake>(doubleTroubleRules.defaultStakeCoins);
  const [failure, setFailure] = useState('');
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
  const picks = fieldsOf(fields);
  const count = picks.length;
  const figures = count === 1 ? config?.bets.find((bet) => bet.drawType === picks[0]?.drawType) : undefined;
  const total = (amount ?? 0) * count;
  const isTooMuch = balance !== undefined && affordable && total > balance;
  const placeable =
    count > 0 &&
    affordable &&
    amount !== null &&
    !isTooMuch &&
    !closed &&
    !gameClosed.closed &&
    !failed &&
    config !== undefined;

  async function place(): Promise<void> {
    if (!placeable || amount === null || busy) return;
    setFailure('');
    setBusy(true);
    const results = await Promise.allSettled(picks.map((field) => placeBet({ ...field, amount })));
    setBusy(false);
    const refused = picks.filter((_, at) => results[at]?.status === 'rejected');
    const placed = count - refused.length;
    if (placed > 0) {
      cue('bet');
      toast({
        title: t('doubleTrouble.betPlaced'),
        description:
          count === 1
            ? t('doubleTrouble.betPlacedText', { n: formatCoins(amount) })
            : t('doubleTrouble.betsPlacedText', { n: placed, coins: formatCoins(amount) }),
        variant: 'success',
      });
    }
    const error = results.find((result) => result.status === 'rejected')?.reason as unknown;
    if (error === undefined || gameClosed.noteRefusal(error)) return;
    const why = readableError(error, t('error.unexpected'));
    const names = refused.map((field) => nameOf(field, t)).join(', ');
    setFailure(count === 1 ? why : t('doubleTrouble.notPlaced', { fields: names, why }));
  }

  const chooseType = (drawType: DrawType): void => setChosen(chooseKind(fields, drawType, isSeveral));

  const line = isTooMuch
    ? t('doubleTrouble.tooMuch', { n: count, coins: formatCoins(amount ?? 0), total: formatCoins(total) })
    : failure;
  useGameKeys({
    keys: [
      ['b', t('doubleTrouble.placeBet'), place],
      ['u', t(sideText.Under), () => chooseType('Under')],
      ['e', t(sideText.Exact), () => chooseType('Exact')],
      ['o', t(sideText.Over), () => chooseType('Over')],
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

  return (
    <section aria-label={t('doubleTrouble.betPanel')} className={panelColumn}>
      <DoubleTroubleAutoPlay auto={auto} settings={{ config, fields: picks, stake: amount, maxStake: max }} />
      <TypePicker config={config} chosen={fields.kinds} isSeveral={isSeveral} onChoose={chooseType} />
      <NumberPicker
        max={config?.max ?? 30}
        fields={fields}
        isSeveral={isSeveral}
        onPick={(number) => setChosen(chooseNumber(fields, number, isSeveral))}
      />
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
          <span>
            {count > 1
              ? t('doubleTrouble.placeBets', { n: count })
              : t(
                  count === 1
                    ? 'doubleTrouble.placeBet'
                    : isSeveral
                      ? 'doubleTrouble.pickField'
                      : 'doubleTrouble.pickNumber',
                )}
          </span>
          {count > 0 && amount !== null && (
            <span className="figures inline-flex items-center gap-1.5" aria-hidden="true">
              <span>{formatCoins(total)}</span>
              <CoinIcon size={22} />
            </span>
          )}
        </Button>
      </ActionDock>
      <p className={line === '' ? 'sr-only' : 'text-14 leading-5 font-bold text-loss'}>
        <AlertText text={line} />
      </p>
      {count > 1 && amount !== null && !isTooMuch && (
        <p className="text-14 leading-5 text-quiet">
          {t('doubleTrouble.several', { n: count, coins: formatCoins(amount), total: formatCoins(total) })}
        </p>
      )}
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
