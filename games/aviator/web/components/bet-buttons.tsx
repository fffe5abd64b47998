/** The two buttons of a bet, next to each other. */
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { CoinIcon } from '@fairground/site-kit/art/icons.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { payoutAt } from '../stage/state.ts';
import type { BetSlotControls } from '../use-bet-slot.ts';
import { FlightText, type FlightStore } from '../stage/flight-text.tsx';
import { useTexts } from '../texts.ts';

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
  // Rendered again by each message about the flight.
  'use memo';
  const t = useTexts('page');
  const { bet, flown, away, canPlace, queue, canCashOut, isPlacing, isCashingOut } = controls;
  return (
    <>
      <Button
        variant={bet === null && queue === 'none' ? 'primary' : 'secondary'}
        size={bet === null ? 'action' : 'normal'}
        className={cn(bet === null ? actionPlace : besidePlace, queue !== 'none' && 'flex-col gap-0!')}
        disabled={!canPlace && queue === 'none'}
        busy={isPlacing}
        onClick={() => void controls.place()}
      >
        <PlaceText controls={controls} />
      </Button>
      <Button
        variant={bet === null ? 'secondary' : 'primary'}
        size={bet === null ? 'normal' : 'action'}
        className={bet === null ? besidePlace : cn(actionPlace, 'flex-wrap gap-x-4 gap-y-0 max-lg:flex-col')}
        disabled={!canCashOut}
        busy={isCashingOut}
        onClick={() => void controls.cashOut()}
      >
        <span className={flown === null || away ? undefined : 'lg:mr-auto'}>{t('aviator.cashOut')}</span>
        {flown !== null && <Payable controls={controls} store={store} />}
      </Button>
    </>
  );
}

/** What the button of a slot without a flight does. */
function PlaceText({ controls: { bet, queue } }: Pick<BetButtonsProps, 'controls'>) {
  const t = useTexts('page');
  if (queue === 'none') return <span>{t(bet === null ? 'aviator.placeBet' : 'aviator.betPlaced')}</span>;
  return (
    <>
      <span className="text-17 leading-5">{t(`aviator.queue.${queue}`)}</span>
      {queue === 'queued' && <span className="text-14 leading-5 font-medium">{t('aviator.queueUndo')}</span>}
    </>
  );
}

/** What a cash-out pays now. */
export function Payable({
  controls: { flown, isCashingOut, away },
  store,
  isSmall = false,
}: BetButtonsProps & { isSmall?: boolean }) {
  'use memo';
  const { formatCoins } = useFormat();
  // Without the connection there is nothing to cash out now.
  if (flown === null || away) return null;
  return (
    <span className={cn('figures inline-flex items-center gap-1.5', isSmall && 'text-17 leading-5')}>
      <FlightText
        store={store}
        isHeld={isCashingOut}
        format={(hundredths) => formatCoins(payoutAt(flown, hundredths))}
      />
      <CoinIcon size={isSmall ? 18 : 24} className="shrink-0" />
    </span>
  );
}
