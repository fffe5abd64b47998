/** The stub next to the stage: stake, auto cash-out, and the two buttons. */
import { aviatorRules } from '../../rules.ts';
import {
  ActionDock,
  panelColumn,
  QuickStakes,
  serverNowMs,
  StakeField,
  StakeNotice,
  stakeRange,
  useGameClosed,
} from '@fairground/game-kit/web';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { readableError } from '@fairground/web/shared/api/api-error.ts';
import { useGameConfig } from '@fairground/web/entities/games-config/games-config.ts';
import { useFormat } from '@fairground/web/shared/format/format.ts';
import { useT } from '../texts.ts';
import { CoinIcon } from '@fairground/web/shared/art/icons.tsx';
import { cue } from '@fairground/web/shared/sound/sound.ts';
import { Badge } from '@fairground/web/shared/ui/badge.tsx';
import { Button } from '@fairground/web/shared/ui/button.tsx';
import { cn } from '@fairground/web/shared/ui/cn.ts';
import { CoinAmount } from '@fairground/web/shared/ui/coin.tsx';
import { toast } from '@fairground/web/shared/ui/toast.ts';
import { cashOutMutation, configKey, placeBetMutation } from '../api.ts';
import { activeBet, betInFlight, canPlaceBet, isFlying, payoutAt } from '../state.ts';
import { hundredthsAt } from './flight.ts';
import { AutoCashOutField, parseAutoCashOut } from './auto-cash-out-field.tsx';
import { FlightText } from './flight-text.tsx';
import type { FlightStore } from './flight-text.tsx';
import type { Aviator } from '../use-aviator.ts';

/** Place Bet stands where Cash Out stood; a late press must not place a bet. */
const lateThumbMs = 900;

/** Side by side and never moving on a phone; next to the stage the one that counts now is large and first. */
const phonePlace =
  'max-lg:min-h-18! sideways:min-h-14! max-lg:w-auto! max-lg:min-w-0 max-lg:flex-1 max-lg:shrink! max-lg:px-2!';
const actionPlace = `${phonePlace} lg:order-1`;
const besidePlace = `${phonePlace} lg:order-2 lg:w-full`;

interface BetPanelProps {
  aviator: Aviator;
  /** Undefined until the player is known. */
  balance: number | undefined;
  store: FlightStore;
  /** Without the connection it is unknown which round is open for bets. */
  away: boolean;
}

export function BetPanel({ aviator, balance, store, away }: BetPanelProps) {
  const t = useT();
  const { formatCoins, formatReturn } = useFormat();
  const { data: config } = useGameConfig(configKey);
  const { rounds, bets } = aviator;
  const { mutateAsync: placeBet, isPending: isPlacing } = useMutation(placeBetMutation);
  const { mutateAsync: cashOutBet, isPending: isCashingOut } = useMutation(cashOutMutation);
  const [stake, setStake] = useState<number>(aviatorRules.defaultStakeCoins);
  const [autoText, setAutoText] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const line = failure === null ? '' : readableError(failure, t('error.unexpected'));
  const gameClosed = useGameClosed('aviator');
  const bet = activeBet(bets);
  const flown = betInFlight(aviator);
  const payable = usePayable(store);
  const thumbIsLate = useLateThumb(bet !== null);
  const { minStakeCoins: min, stakeStepCoins: step } = aviatorRules;
  const { max, amount, affordable } = stakeRange({ stake, balance: balance ?? 0, min, step });
  const isBusy = isPlacing || isCashingOut;
  const locked = bet !== null || isFlying(rounds) || isBusy || gameClosed.closed;
  const shownStake = bet?.amount ?? amount;
  const auto = parseAutoCashOut(autoText);
  const placeable =
    !away &&
    !gameClosed.closed &&
    canPlaceBet(aviator) &&
    affordable &&
    auto !== 'invalid' &&
    !thumbIsLate &&
    bets !== undefined;

  async function place(): Promise<void> {
    if (!placeable || isBusy) return;
    setFailure(null);
    try {
      const placed = await placeBet({ amount: shownStake, autoCashOut: auto });
      cue('bet');
      toast({
        title: t('aviator.betPlaced'),
        description: t('aviator.betPlacedText', { n: formatCoins(placed.amount) }),
        variant: 'success',
      });
    } catch (error) {
      if (gameClosed.noteRefusal(error)) return;
      setFailure(error);
    }
  }

  async function cashOut(): Promise<void> {
    if (flown === null || isBusy) return;
    setFailure(null);
    try {
      await cashOutBet({ roundId: flown.roundId, crashMultiplier: askedMultiplier() });
    } catch (error) {
      setFailure(error);
      aviator.reload();
    }
  }

  /** The flight is drawn late, see flight-tracker.ts; a player is paid by the server's moment, not by the picture's. */
  function askedMultiplier(): number {
    if (rounds.draw === null) return store.get() / 100;
    const flightMs = serverNowMs() - Date.parse(rounds.draw.startedAt);
    return Math.max(store.get(), hundredthsAt(flightMs, rounds.draw.growthPerMs)) / 100;
  }

  return (
    <section aria-label={t('aviator.betPanel')} className={panelColumn}>
      <div className="flex min-h-7 items-center gap-3">
        <h2 className="mr-auto text-17 leading-6 font-bold">
          {bet === null ? t('aviator.notPlaced') : t('aviator.active')}
        </h2>
        {bet !== null && <Badge tone="pending">{t('aviator.pending')}</Badge>}
        <CoinAmount coins={shownStake} className="text-20 lg:hidden" />
      </div>
      <div className="max-lg:-my-2">
        <div className="hidden items-center justify-between gap-3 lg:flex">
          <span className="text-14 leading-5 text-quiet">{t('aviator.bet')}</span>
          <CoinAmount coins={shownStake} className="text-20" />
        </div>
        <StakeField
          label={t('aviator.bet')}
          amount={shownStake}
          min={min}
          max={max}
          step={step}
          disabled={locked || !affordable}
          onChange={setStake}
        />
      </div>
      <QuickStakes
        label={t('aviator.quick')}
        amounts={aviatorRules.quickStakesCoins}
        chosen={shownStake}
        max={max}
        disabled={locked}
        onChoose={setStake}
      />
      <AutoCashOutField
        text={bet === null ? autoText : (bet.autoCashOut?.toFixed(2) ?? '')}
        invalid={auto === 'invalid'}
        disabled={locked}
        onChange={setAutoText}
      />
      {bet === null && <StakeNotice gameClosed={gameClosed} balance={balance} minCoins={min} />}
      <ActionDock className="flex items-stretch gap-2 lg:flex-col lg:gap-3">
        <Button
          variant={bet === null ? 'primary' : 'secondary'}
          size={bet === null ? 'action' : 'normal'}
          className={bet === null ? actionPlace : besidePlace}
          disabled={!placeable}
          busy={isPlacing}
          onClick={() => void place()}
        >
          {bet === null ? t('aviator.placeBet') : t('aviator.betPlaced')}
        </Button>
        <Button
          variant={bet === null ? 'secondary' : 'primary'}
          size={bet === null ? 'normal' : 'action'}
          className={
            bet === null ? besidePlace : cn(actionPlace, 'flex-wrap gap-x-4 gap-y-0 max-lg:flex-col')
          }
          disabled={flown === null || !payable}
          busy={isCashingOut}
          onClick={() => void cashOut()}
        >
          <span className={flown === null ? undefined : 'lg:mr-auto'}>{t('aviator.cashOut')}</span>
          {flown !== null && (
            <span className="figures inline-flex items-center gap-1.5">
              <FlightText store={store} format={(hundredths) => formatCoins(payoutAt(flown, hundredths))} />
              <CoinIcon size={24} className="shrink-0" />
            </span>
          )}
        </Button>
      </ActionDock>
      <div className="text-14 leading-5 lg:min-h-5">
        <p role="alert" className="text-loss">
          {line}
        </p>
        {line === '' && config !== undefined && (
          <p className="text-quiet max-lg:hidden">{t('aviator.return', { n: formatReturn(config.rtpBp) })}</p>
        )}
      </div>
    </section>
  );
}

/** True for a moment after the player's bet has ended. */
function useLateThumb(active: boolean): boolean {
  const [late, setLate] = useState(false);
  const wasActive = useRef(false);
  useEffect(() => {
    const ended = wasActive.current && !active;
    wasActive.current = active;
    if (!ended) return;
    setLate(true);
    const timer = setTimeout(() => setLate(false), lateThumbMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active]);
  return late;
}

/** The server pays from 1.01x on; before that the button would only earn a refusal. */
const usePayable = (store: FlightStore): boolean =>
  useSyncExternalStore(
    store.subscribe,
    () => store.get() >= aviatorRules.minCashOutHundredths,
    () => false,
  );
