/** The stub next to the stage: stake, auto cash-out, and the buttons of one bet or of two. */
import { AlertText } from '@fairground/site-kit/ui/announce.tsx';
import { aviatorRules, type BetSlot } from '../../rules.ts';
import { ActionDock, panelColumn, StakeControl, StakeNotice } from '@fairground/game-kit/web';
import { useState } from 'react';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useGameConfig } from '@fairground/site-kit/games-config/games-config.ts';
import { Badge } from '@fairground/site-kit/ui/badge.tsx';
import { configKey } from '../api.ts';
import { useReturnText } from '../return-text.ts';
import type { BetSlotControls, BetSlotInputs } from '../use-bet-slot.ts';
import type { AviatorBet } from '../../contract.ts';
import { LostLine } from './lost-line.tsx';
import { AutoCashOutField } from './auto-cash-out-field.tsx';
import { ParachuteField } from './parachute-field.tsx';
import { ParachuteMark } from './parachute-mark.tsx';
import { BetButtons, Payable } from './bet-buttons.tsx';
import { useTexts } from '../texts.ts';

const loadTwoBets = () => import('./two-bets.tsx');
const SlotTabs = lazyPart(async () => (await loadTwoBets()).SlotTabs);
const SlotButtons = lazyPart(async () => (await loadTwoBets()).SlotButtons);

interface BetPanelProps extends Pick<BetSlotInputs, 'balance' | 'store' | 'gameClosed'> {
  first: BetSlotControls;
  second: BetSlotControls;
  /** Whether the player plays with two bets. */
  withSecond: boolean;
  /** Bets whose flight was not seen to its end. */
  unseen: readonly AviatorBet[];
  away: boolean;
}

export function BetPanel(props: BetPanelProps) {
  'use memo';
  const { first, second, withSecond, balance, store, gameClosed, unseen, away } = props;
  const t = useTexts('page');
  const { formatCoins } = useFormat();
  const { data: config } = useGameConfig(configKey);
  const [chosenSlot, setChosenSlot] = useState<BetSlot>(1);
  const shown = withSecond && chosenSlot === 2 ? second : first;
  const slots = [first, second];
  const returnText = useReturnText(shown);
  const { bet } = shown;
  const { minStakeCoins: min, stakeStepCoins: step } = aviatorRules;
  const failure = first.failure || second.failure;

  return (
    <section aria-label={t('aviator.betPanel')} className={panelColumn}>
      {withSecond && (
        <LazyBoundary fallback={<div className="min-h-11" />}>
          <SlotTabs t={t} slots={slots} chosen={shown.slot} onChoose={setChosenSlot} />
        </LazyBoundary>
      )}
      <StakeControl
        title={
          <div className="flex min-h-7 items-center gap-3 lg:w-full">
            <h2 className="mr-auto text-17 leading-6 font-bold">
              {bet === null ? t('aviator.notPlaced') : t('aviator.active')}
            </h2>
            {bet !== null && (
              <Badge tone="pending">
                <span>
                  {shown.isForNext
                    ? `${t('aviator.pending')} ${formatCoins(bet.amount)}`
                    : t('aviator.pending')}
                </span>
                {bet.parachute && <ParachuteMark />}
              </Badge>
            )}
            <span className="sr-only" role="status">
              {shown.queue === 'queued' && t('aviator.queue.queued')}
            </span>
          </div>
        }
        label={t(shown.isForNext ? 'aviator.nextBet' : 'aviator.bet')}
        chosen={shown.chosenStake}
        amount={shown.stake}
        min={min}
        max={shown.maxStake}
        step={step}
        disabled={shown.locked || !shown.affordable}
        onChange={shown.setStake}
        hasSlider
        quick={{ label: t('aviator.quick'), amounts: aviatorRules.quickStakesCoins }}
      />
      <AutoCashOutField
        text={shown.autoText}
        invalid={shown.autoInvalid}
        disabled={shown.locked}
        onChange={shown.setAutoText}
      />
      <ParachuteField isChosen={shown.parachute} disabled={shown.locked} onChange={shown.setParachute} />
      {first.bet === null && second.bet === null && (
        <StakeNotice gameClosed={gameClosed} balance={balance} minCoins={min} />
      )}
      <LostLine unseen={unseen} away={away} isNumbered={withSecond} />
      {withSecond ? (
        <ActionDock className="grid min-h-18 grid-cols-2 items-stretch gap-2 lg:gap-3">
          <LazyBoundary>
            <SlotButtons
              t={t}
              slots={slots}
              payables={slots.map((each) => (
                <Payable key={each.slot} controls={each} store={store} isSmall />
              ))}
            />
          </LazyBoundary>
        </ActionDock>
      ) : (
        <ActionDock className="flex items-stretch gap-2 lg:flex-col lg:gap-3">
          <BetButtons controls={first} store={store} />
        </ActionDock>
      )}
      <div className="text-14 leading-5 lg:min-h-15">
        <p className="text-loss">
          <AlertText text={failure} />
        </p>
        {failure === '' && config !== undefined && <p className="text-quiet max-lg:hidden">{returnText}</p>}
      </div>
    </section>
  );
}
