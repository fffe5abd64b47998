/** How auto-play strikes: with the target that is set, and the result immediately, without the flight of the puck. */
import type { AutoPlay } from '@fairground/game-kit/web';
import { AutoPlayPart, pauseBetweenRounds, type AutoPlaySetup } from '@fairground/game-kit/web/auto-play';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import type { Strike, StrikerConfig } from '../contract.ts';
import { strikerRules } from '../rules.ts';
import { readTarget } from './state.ts';
import { useT } from './texts.ts';

interface Settings {
  config: StrikerConfig | undefined;
  targetText: string;
  stake: number;
  strike: (body: { amount: number; target: number }) => Promise<Strike>;
  /** Called with each strike before the next one. */
  show: (struck: Strike) => void;
}

interface AutoPlayProps {
  auto: AutoPlay;
  settings: Settings;
}

export const StrikerAutoPlay = ({ auto, settings }: AutoPlayProps) => (
  <AutoPlayPart auto={auto} setup={useAutoPlaySetup(settings)} />
);

function useAutoPlaySetup({ config, targetText, stake, strike, show }: Settings): AutoPlaySetup {
  'use memo';
  const t = useT();
  const { formatReturn, formatMultiplier } = useFormat();
  const target = readTarget(targetText);
  return {
    limits: {
      min: config?.minBet ?? strikerRules.minStakeCoins,
      max: config?.maxBet ?? strikerRules.minStakeCoins,
      step: config?.step ?? strikerRules.stakeStepCoins,
    },
    firstStake: stake,
    how: target === null ? '' : t('highStriker.autoPlayHow', { m: formatMultiplier(target) }),
    returns: config === undefined ? '' : t('highStriker.return', { back: formatReturn(config.rtpBp) }),
    obstacle: target === null || config === undefined ? t('highStriker.autoPlayNeedsTarget') : null,
    async playRound(amount, signal) {
      const struck = await strike({ amount, target: target ?? strikerRules.minTargetHundredths / 100 });
      show(struck);
      await pauseBetweenRounds(signal);
      return { stake: amount, payout: struck.coinsWon };
    },
  };
}
