/** Which of the two bets the fields below are for. */
import { Hourglass } from 'lucide-react';
import { cn } from '@fairground/web/shared/ui/cn.ts';
import type { BetSlot } from '../../rules.ts';
import { useT } from '../texts.ts';
import type { BetSlotControls } from '../use-bet-slot.ts';

interface SlotTabsProps {
  slots: readonly BetSlotControls[];
  chosen: BetSlot;
  onChoose: (slot: BetSlot) => void;
}

export function SlotTabs({ slots, chosen, onChoose }: SlotTabsProps) {
  const t = useT();
  return (
    <div role="group" aria-label={t('aviator.whichBet')} className="grid grid-cols-2 gap-2">
      {slots.map(({ slot, bet }) => (
        <button
          key={slot}
          type="button"
          aria-pressed={slot === chosen}
          onClick={() => onChoose(slot)}
          className={cn(
            'inline-flex min-h-11 items-center justify-center gap-1.5 rounded-control font-bold',
            slot === chosen ? 'border-2 border-coin text-coin' : 'border-[1.5px] border-edge text-text',
          )}
        >
          {t('aviator.slot', { n: slot })}
          {bet !== null && (
            <>
              <Hourglass aria-hidden className="size-3.5 stroke-3" />
              <span className="sr-only">{t('aviator.pending')}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}
