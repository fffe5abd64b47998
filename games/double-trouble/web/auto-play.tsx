/** How auto-play plays a draw of Double Trouble: one bet of the chosen kind on the next draw that takes it. */
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
import type { DoubleTroubleBet, DoubleTroubleConfig } from '../contract.ts';
import { doubleTroubleRules } from '../rules.ts';
import { placeBetMutation } from './api.ts';
import { doubleTroubleCache } from './cache.ts';
import { nameOf } from './components/side.tsx';
import type { Field } from './fields.ts';
import { useTexts } from './texts.ts';

interface Settings {
  config: DoubleTroubleConfig | undefined;
  fields: readonly Field[];
  stake: number | null;
  maxStake: number;
}

interface AutoPlayProps {
  auto: AutoPlay;
  settings: Settings;
}

export const DoubleTroubleAutoPlay = ({ auto, settings }: AutoPlayProps) => (
  <AutoPlayPart auto={auto} setup={useAutoPlaySetup(settings)} />
);

function useAutoPlaySetup({ config, fields, stake, maxStake }: Settings): AutoPlaySetup {
  'use memo';
  const t = useTexts('page');
  const { formatReturn } = useFormat();
  const { mutateAsync: placeBet } = useMutation(placeBetMutation);
  const [pick] = fields;
  const figures = config?.bets.find((bet) => bet.drawType === pick?.drawType);

  return {
    limits: {
      min: config?.minBet ?? doubleTroubleRules.minStakeCoins,
      max: config?.maxBet ?? doubleTroubleRules.maxStakeCoins,
      step: config?.step ?? doubleTroubleRules.stakeStepCoins,
    },
    firstStake: stake,
    maxStake,
    how: pick === undefined ? '' : t('doubleTrouble.autoPlayHow', { kind: nameOf(pick, t) }),
    returns: figures ? t('doubleTrouble.autoPlayReturns', { back: formatReturn(figures.rtpBp) }) : '',
    obstacle:
      fields.length > 1
        ? t('doubleTrouble.autoPlayNeedsOne')
        : pick === undefined || config === undefined
          ? t('doubleTrouble.autoPlayNeedsNumber')
          : null,
    playRound: (amount, signal) =>
      playRound(() => placeBet({ ...(pick ?? { drawType: 'Under' }), amount }), signal),
  };
}

async function playRound(place: () => Promise<DoubleTroubleBet>, signal: AbortSignal): Promise<RoundOutcome> {
  const placed = await placeInNextDraw(place, signal);
  const { amount, amountWon, status } = await until(doubleTroubleCache, ({ bets }) =>
    bets?.find((bet) => bet.id === placed.id && bet.status !== 'pending'),
  );
  return { stake: amount, payout: status === 'void' ? amount : amountWon };
}

/** A draw that refuses the bet is closed: the next one is waited for. */
async function placeInNextDraw(
  place: () => Promise<DoubleTroubleBet>,
  signal: AbortSignal,
): Promise<DoubleTroubleBet> {
  let tried: string | undefined;
  for (;;) {
    tried = await until(
      doubleTroubleCache,
      ({ status, bets }) => {
        const next = status?.failed === false ? status.latest?.next.drawId : undefined;
        return bets !== undefined && next !== tried ? next : null;
      },
      signal,
    );
    try {
      return await place();
    } catch (error) {
      if (!isApiError(error) || error.code !== 'betting_closed') throw error;
    }
  }
}
