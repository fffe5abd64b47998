/**
 * How auto-play plays a round of Aviator: a bet in slot 1 of the next round, with the automatic cash-out that is set.
 */
import { useMutation } from '@tanstack/react-query';
import type { AutoPlay } from '@fairground/game-kit/web';
import {
  AutoPlayPart,
  until,
  type AutoPlaySetup,
  type RoundOutcome,
} from '@fairground/game-kit/web/auto-play';
import { isApiError } from '@fairground/site-kit/api/api-error.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import type { AviatorBet } from '../contract.ts';
import { aviatorRules } from '../rules.ts';
import { placeBetMutation } from './api.ts';
import { aviatorCache } from './stage/cache.ts';
import { parseAutoCashOut } from './components/auto-cash-out-field.tsx';
import { useReturnText } from './return-text.ts';
import { canPlaceBet } from './stage/state.ts';
import type { BetSlotControls } from './use-bet-slot.ts';
import { useTexts } from './texts.ts';

const limits = {
  min: aviatorRules.minStakeCoins,
  max: aviatorRules.maxStakeCoins,
  step: aviatorRules.stakeStepCoins,
};

interface AutoPlayProps {
  auto: AutoPlay;
  controls: BetSlotControls;
}

export const AviatorAutoPlay = ({ auto, controls }: AutoPlayProps) => (
  <AutoPlayPart auto={auto} setup={useAutoPlaySetup(controls)} />
);

function useAutoPlaySetup({
  stake,
  maxStake,
  chosenAutoText: autoText,
  autoInvalid,
  setAutoText,
  parachute,
}: BetSlotControls): AutoPlaySetup {
  'use memo';
  const t = useTexts('auto-play');
  const format = useFormat();
  const { formatCoins, formatTwoDecimals } = format;
  const { mutateAsync: placeBet } = useMutation(placeBetMutation);
  const range = t('aviator.autoPlayRange', {
    least: formatTwoDecimals(aviatorRules.minCashOutHundredths / 100),
    most: formatCoins(aviatorRules.maxHundredths / 100),
  });
  const auto = parseAutoCashOut(autoText, format);
  const autoCashOut = auto === 'invalid' ? null : auto;

  return {
    limits,
    firstStake: stake,
    maxStake,
    how: autoCashOut === null ? '' : t('aviator.autoPlayHow', { m: formatTwoDecimals(autoCashOut) }),
    returns: useReturnText({ stake, autoText }),
    fields: (
      <Field
        label={t('aviator.autoPlayCashOut')}
        inputMode="decimal"
        autoComplete="off"
        required
        value={autoText}
        hint={range}
        error={autoInvalid ? range : undefined}
        onChange={({ currentTarget }) => setAutoText(currentTarget.value)}
      />
    ),
    obstacle: autoCashOut === null ? t('aviator.autoPlayNeedsCashOut') : null,
    playRound: (amount, signal) =>
      playRound((roundId) => placeBet({ slot: 1, amount, autoCashOut, parachute, roundId }), signal),
  };
}

type PlaceInRound = (roundId: string) => Promise<AviatorBet>;

async function playRound(place: PlaceInRound, signal: AbortSignal): Promise<RoundOutcome> {
  const placed = await placeInNextRound(place, signal);
  const { amount, amountWon, outcome } = await until(aviatorCache, ({ bets }) =>
    bets?.find((bet) => bet.id === placed.id && bet.outcome !== 'pending'),
  );
  return { stake: amount, payout: outcome === 'void' ? amount : amountWon };
}

/** A round that refuses the bet has taken off, or has one from another tab: the next one is waited for. */
async function placeInNextRound(place: PlaceInRound, signal: AbortSignal): Promise<AviatorBet> {
  let tried: string | undefined;
  for (;;) {
    tried = await until(
      aviatorCache,
      (state) => {
        const open = state.rounds?.next?.roundId;
        return state.bets !== undefined && canPlaceBet(state) && open !== tried ? open : null;
      },
      signal,
    );
    try {
      return await place(tried);
    } catch (error) {
      if (!isApiError(error) || !missedRound.has(error.code)) throw error;
    }
  }
}

const missedRound: ReadonlySet<string> = new Set(['betting_closed', 'bet_already_active']);
