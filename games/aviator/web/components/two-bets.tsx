/**
 * What a player with two bets has in addition: which of them the fields are for, and one button each. Loaded for them
 * alone; what the page has is passed in, so that the page does not become two files.
 */
import Hourglass from '@fairground/site-kit/icons/hourglass';
import type { ReactNode } from 'react';
import { CoinIcon } from '@fairground/site-kit/art/icons.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Choice } from '@fairground/site-kit/ui/choice-group.tsx';
import type { BetSlot } from '../../rules.ts';
import type { Translate } from '../texts.ts';
import type { BetSlotControls } from '../use-bet-slot.ts';

interface SlotTabsProps {
  t: Translate;
  slots: readonly BetSlotControls[];
  chosen: BetSlot;
  onChoose: (slot: BetSlot) => void;
}

/** Which of the two bets the fields below are for. */
export function SlotTabs({ t, slots, chosen, onChoose }: SlotTabsProps) {
  return (
    <div role="group" aria-label={t('aviator.whichBet')} className="grid grid-cols-2 gap-2">
      {slots.map(({ slot, bet }) => (
        <Choice
          key={slot}
          size="tile"
          isChosen={slot === chosen}
          onClick={() => onChoose(slot)}
          className="inline-flex items-center justify-center gap-1.5"
        >
          <span>{t('aviator.slot', { n: slot })}</span>
          {bet !== null && (
            <>
              <Hourglass aria-hidden className="size-3.5 stroke-3" />
              <span className="sr-only">{t('aviator.pending')}</span>
            </>
          )}
        </Choice>
      ))}
    </div>
  );
}

interface SlotButtonProps {
  t: Translate;
  controls: BetSlotControls;
  /** What a cash-out pays now. */
  payable: ReactNode;
}

/** Places the slot's bet, or cashes it out while it flies. Where two bets share the width, each has this one button. */
function SlotButton({ t, controls, payable }: SlotButtonProps) {
  const { formatCoins } = useFormat();
  const { slot, flown, stake, canPlace, queue, canCashOut, isPlacing, isCashingOut } = controls;
  return (
    <Button
      size="action"
      className="min-w-0 shrink! flex-col gap-y-0! px-2! sideways:min-h-14!"
      disabled={flown === null ? !canPlace && queue === 'none' : !canCashOut}
      busy={isPlacing || isCashingOut}
      onClick={() => void (flown === null ? controls.place() : controls.cashOut())}
    >
      <span className="text-14 leading-5 font-medium">{t('aviator.slot', { n: slot })}</span>
      <span className={queue === 'none' ? 'text-17 leading-5' : 'text-14 leading-5'}>
        {t(labelOf(controls))}
      </span>
      {flown === null ? (
        <span className="figures inline-flex items-center gap-1 text-14 leading-5">
          {stake !== null && <span>{formatCoins(stake)}</span>}
          <CoinIcon size={16} className="shrink-0" />
        </span>
      ) : (
        payable
      )}
    </Button>
  );
}

function labelOf({ bet, flown, queue }: BetSlotControls) {
  if (flown !== null) return 'aviator.cashOut';
  if (queue !== 'none') return `aviator.queue.${queue}` as const;
  return bet === null ? 'aviator.placeBet' : 'aviator.betPlaced';
}

interface SlotButtonsProps {
  t: Translate;
  slots: readonly BetSlotControls[];
  /** What a cash-out of each pays now. */
  payables: readonly ReactNode[];
}

export const SlotButtons = ({ t, slots, payables }: SlotButtonsProps) =>
  slots.map((controls, at) => (
    <SlotButton key={controls.slot} t={t} controls={controls} payable={payables[at]} />
  ));
