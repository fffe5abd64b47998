/** How auto-play bets: with the choice that is set, and the result immediately, without the scene's motion. */
import { useFormat } from '@fairground/site-kit/format/format.ts';
import type { AutoPlay } from '../auto-play.tsx';
import { AutoPlayPart, pauseBetweenRounds, type AutoPlaySetup } from '../auto-play/index.ts';
import type { ownTexts } from './own-texts.ts';
import type { Odds } from './odds.ts';

interface InstantAutoPlayProps {
  auto: AutoPlay;
  /** Null where nothing is chosen. */
  odds: Odds | null;
  stake: { amount: number | null; min: number; max: number; step: number };
  /** Null until it is known. */
  maxBet: number | null;
  /** Resolves with what was won. */
  playRound: (stakeCoins: number) => Promise<number>;
  own: ReturnType<typeof ownTexts>;
}

export const InstantAutoPlay = (props: InstantAutoPlayProps) => (
  <AutoPlayPart auto={props.auto} setup={useSetup(props)} />
);

function useSetup({ odds, stake, maxBet, playRound, own }: InstantAutoPlayProps): AutoPlaySetup {
  'use memo';
  const { formatReturn, formatTwoDecimals } = useFormat();
  return {
    limits: { min: stake.min, max: maxBet ?? stake.min, step: stake.step },
    maxStake: stake.max,
    firstStake: stake.amount,
    how: odds === null ? '' : own('autoPlayHow', { m: formatTwoDecimals(odds.multiplier) }),
    returns: odds === null ? '' : own('return', { back: formatReturn(odds.returnBp) }),
    obstacle: odds === null || maxBet === null ? own('autoPlayNeeds') : null,
    async playRound(amount, signal) {
      const payout = await playRound(amount);
      await pauseBetweenRounds(signal);
      return { stake: amount, payout };
    },
  };
}
