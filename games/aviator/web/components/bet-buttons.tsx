/** The buttons of a bet: two beside each other where there is one bet, and one per slot where there are two. */
import { useFormat } from '@fairground/web/shared/format/format.ts';
import { CoinIcon } from '@fairground/web/shared/art/icons.tsx';
import { Button } from '@fairground/web/shared/ui/button.tsx';
import { cn } from '@fairground/web/shared/ui/cn.ts';
import { payoutAt } from '../state.ts';
import { useT } from '../texts.ts';
import type { BetSlotControls } from '../use-bet-slot.ts';
import { FlightText, type FlightStore } from './flight-text.tsx';

interface BetButtonsProps {
  controls: BetSlotControls;
  store: FlightStore;
}

/** Side by side and never moving on a phone; next to the stage the one that counts now is large and first. */
const phonePlace =
  'max-lg:min-h-18! sideways:min-h-14! max-lg:w-auto! max-lg:min-w-0 max-lg:flex-1 max-lg:shrink! max-lg:px-2!';
const actionPlace = `${phonePlace} lg:order-1`;
const besidePlace = `${phonePlace} lg:order-2 lg:w-full`;

export function BetButtons({ controls, store }: BetButtonsProps) {
  const t = useT();
  const { bet, flown, canPlace, canCashOut, isPlacing, isCashingOut } = controls;
  return (
    <>
      <Button
        variant={bet === null ? 'primary' : 'secondary'}
        size={bet === null ? 'action' : 'normal'}
        className={bet === null ? actionPlace : besidePlace}
        disabled={!canPlace}
        busy={isPlacing}
        onClick={() => void controls.place()}
      >
        {bet === null ? t('aviator.placeBet') : t('aviator.betPlaced')}
      </Button>
      <Button
        variant={bet === null ? 'secondary' : 'primary'}
        size={bet === null ? 'normal' : 'action'}
        className={bet === null ? besidePlace : cn(actionPlace, 'flex-wrap gap-x-4 gap-y-0 max-lg:flex-col')}
        disabled={!canCashOut}
        busy={isCashingOut}
        onClick={() => void controls.cashOut()}
      >
        <span className={flown === null ? undefined : 'lg:mr-auto'}>{t('aviator.cashOut')}</span>
        {flown !== null && <Payable controls={controls} store={store} />}
      </Button>
    </>
  );
}

/** Places the slot's bet, or cashes it out while it flies. Where two bets share the width, each has this one button. */
export function SlotButton({ controls, store }: BetButtonsProps) {
  const t = useT();
  const { formatCoins } = useFormat();
  const { slot, bet, flown, stake, canPlace, canCashOut, isPlacing, isCashingOut } = controls;
  const label = flown !== null ? 'aviator.cashOut' : bet === null ? 'aviator.placeBet' : 'aviator.betPlaced';
  return (
    <Button
      size="action"
      className="min-w-0 shrink! flex-col gap-y-0! px-2! sideways:min-h-14!"
      disabled={flown === null ? !canPlace : !canCashOut}
      busy={isPlacing || isCashingOut}
      onClick={() => void (flown === null ? controls.place() : controls.cashOut())}
    >
      <span className="text-14 leading-5 font-medium">{t('aviator.slot', { n: slot })}</span>
      <span className="text-17 leading-5">{t(label)}</span>
      {flown === null ? (
        <span className="figures inline-flex items-center gap-1 text-14 leading-5">
          {formatCoins(stake)}
          <CoinIcon size={16} className="shrink-0" />
        </span>
      ) : (
        <Payable controls={controls} store={store} iconSize={18} className="text-17 leading-5" />
      )}
    </Button>
  );
}

/** What a cash-out pays now. */
function Payable({
  controls: { flown },
  store,
  iconSize = 24,
  className,
}: BetButtonsProps & { iconSize?: number; className?: string }) {
  const { formatCoins } = useFormat();
  if (flown === null) return null;
  return (
    <span className={cn('figures inline-flex items-center gap-1.5', className)}>
      <FlightText store={store} format={(hundredths) => formatCoins(payoutAt(flown, hundredths))} />
      <CoinIcon size={iconSize} className="shrink-0" />
    </span>
  );
}
