/** The stub beside the stage: stake, auto cash-out, and the two buttons. */
import { aviatorRules } from '@fairground/game-aviator/rules';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { readableError } from '../../shared/api/api-error.ts';
import { useGamesConfig } from '../../shared/api/games-config.ts';
import { formatCoins, formatReturn } from '../../shared/format/format.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { CoinIcon } from '../../shared/scene/icons.tsx';
import { cue } from '../../shared/sound/sound.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { CoinAmount } from '../../shared/ui/coin.tsx';
import { Slider } from '../../shared/ui/slider.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { activeBet, betInFlight, canPlaceBet, isFlying, payoutAt } from './aviator-state.ts';
import { AutoCashOutField, parseAutoCashOut } from './auto-cash-out-field.tsx';
import { FlightText } from './flight-text.tsx';
import type { FlightStore } from './flight-text.tsx';
import type { Aviator } from './use-aviator.ts';

/** Place Bet stands where Cash Out stood; a thumb that came too late must not place a bet. */
const lateThumbMs = 900;

/** Side by side and never moving on a phone; beside the stage the one that counts now is large and first. */
const phonePlace = 'max-lg:min-h-18! max-lg:w-auto! max-lg:min-w-0 max-lg:flex-1 max-lg:shrink! max-lg:px-2!';
const actionPlace = `${phonePlace} lg:order-1`;
const besidePlace = `${phonePlace} lg:order-2 lg:w-full`;

type BetPanelProps = { aviator: Aviator; balance: number; store: FlightStore };

export function BetPanel({ aviator, balance, store }: BetPanelProps) {
  const t = useT();
  const config = useGamesConfig().data?.aviator;
  const { state } = aviator;
  const [stake, setStake] = useState<number>(aviatorRules.defaultStakeCoins);
  const [autoText, setAutoText] = useState('');
  const [busy, setBusy] = useState<'bet' | 'cashOut' | null>(null);
  const [line, setLine] = useState('');
  const bet = activeBet(state);
  const flown = betInFlight(state);
  const payable = usePayable(store);
  const thumbIsLate = useLateThumb(bet !== null);
  const max = Math.floor(balance / 10) * 10;
  const locked = bet !== null || isFlying(state) || busy !== null;
  const shownStake = bet?.amount ?? Math.max(aviatorRules.minStakeCoins, Math.min(stake, max));
  const auto = parseAutoCashOut(autoText);
  const affordable = balance >= aviatorRules.minStakeCoins;
  const placeable =
    canPlaceBet(state) && affordable && auto !== 'invalid' && !thumbIsLate && state.bets !== null;

  async function place(): Promise<void> {
    if (!placeable || busy !== null) return;
    setBusy('bet');
    setLine('');
    try {
      const placed = await aviator.placeBet(shownStake, auto);
      cue('bet');
      toast({
        title: t('aviator.betPlaced'),
        description: t('aviator.betPlacedText', { n: placed.amount }),
        variant: 'success',
      });
    } catch (error) {
      setLine(readableError(error, t('error.unexpected')));
    } finally {
      setBusy(null);
    }
  }

  async function cashOut(): Promise<void> {
    if (flown === null || busy !== null) return;
    setBusy('cashOut');
    setLine('');
    try {
      const paid = await aviator.cashOut(flown.roundId, store.get() / 100);
      toast({
        title: t('aviator.cashedOut'),
        description: t('aviator.cashedOutText', {
          n: paid.amountWon,
          m: (paid.cashOutMultiplier ?? 1).toFixed(2),
        }),
        // A return at or below the stake is said, not celebrated.
        variant: paid.amountWon > paid.amount ? 'success' : 'default',
      });
    } catch (error) {
      setLine(readableError(error, t('error.unexpected')));
      aviator.reload();
    } finally {
      setBusy(null);
    }
  }

  return (
    <section aria-label={t('aviator.betPanel')} className="grid gap-2 lg:gap-4">
      <div className="flex min-h-7 items-center gap-3">
        <h2 className="mr-auto text-[17px] leading-6 font-bold">
          {bet === null ? t('aviator.notPlaced') : t('aviator.active')}
        </h2>
        {bet !== null && <Badge tone="pending">{t('aviator.pending')}</Badge>}
        <CoinAmount coins={shownStake} className="text-[20px] lg:hidden" />
      </div>
      <div className="max-lg:-my-2">
        <div className="hidden items-center justify-between gap-3 lg:flex">
          <span className="text-[14px] leading-5 text-quiet">{t('aviator.bet')}</span>
          <CoinAmount coins={shownStake} className="text-[20px]" />
        </div>
        <Slider
          label={t('aviator.bet')}
          value={shownStake}
          min={aviatorRules.minStakeCoins}
          max={max}
          step={aviatorRules.stakeStepCoins}
          disabled={locked || !affordable}
          valueText={t('coins.amount', { coins: shownStake })}
          onChange={setStake}
        />
        <div
          className="-mt-2 hidden justify-between text-[14px] leading-5 text-quiet lg:flex"
          aria-hidden="true"
        >
          <span>{formatCoins(aviatorRules.minStakeCoins)}</span>
          <span>{formatCoins(Math.max(max, aviatorRules.minStakeCoins))}</span>
        </div>
      </div>
      <div className="grid grid-cols-4 gap-2" role="group" aria-label={t('aviator.quick')}>
        {aviatorRules.quickStakesCoins.map((coins) => (
          <button
            key={coins}
            type="button"
            aria-pressed={shownStake === coins}
            disabled={locked || coins > max}
            onClick={() => setStake(coins)}
            className={classNames(
              'figures min-h-11 rounded-control border-[1.5px] font-bold disabled:cursor-not-allowed disabled:text-disabled',
              shownStake === coins
                ? 'border-2 border-coin text-coin'
                : 'border-edge text-text disabled:border-rule',
            )}
          >
            {coins}
          </button>
        ))}
      </div>
      <AutoCashOutField
        text={bet === null ? autoText : (bet.autoCashOut?.toFixed(2) ?? '')}
        invalid={auto === 'invalid'}
        disabled={locked}
        onChange={setAutoText}
      />
      <div className="flex items-stretch gap-2 lg:flex-col lg:gap-3">
        <Button
          variant={bet === null ? 'primary' : 'secondary'}
          size={bet === null ? 'action' : 'normal'}
          className={bet === null ? actionPlace : besidePlace}
          disabled={!placeable}
          busy={busy === 'bet'}
          onClick={() => void place()}
        >
          {bet === null ? t('aviator.placeBet') : t('aviator.betPlaced')}
        </Button>
        <Button
          variant={bet === null ? 'secondary' : 'primary'}
          size={bet === null ? 'normal' : 'action'}
          className={
            bet === null ? besidePlace : classNames(actionPlace, 'flex-wrap gap-x-4 gap-y-0 max-lg:flex-col')
          }
          disabled={flown === null || !payable}
          busy={busy === 'cashOut'}
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
      </div>
      <div className="text-[14px] leading-5 lg:min-h-5">
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
