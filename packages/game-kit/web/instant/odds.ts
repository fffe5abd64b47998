import type { ChoiceFields, Fields, ValuesOf } from '../../shared/instant/fields.ts';
import { drawValues, type InstantGame } from '../../shared/instant/game.ts';

/** The exact odds of a choice. */
export interface Odds {
  /** As over the wire. */
  multiplier: number;
  /** Wins in a hundred bets. */
  chancePercent: number;
  /** What ten thousand coins return, on average. */
  returnBp: number;
  payoutCoins: number;
}

/** How likely a choice wins and what it pays. */
export function oddsOf<Choice extends ChoiceFields>(
  game: Pick<InstantGame<Choice, Fields>, 'choice' | 'ways' | 'multiplierHundredths'>,
  values: ValuesOf<Choice>,
  stakeCoins: number,
): Odds {
  const hundredths = game.multiplierHundredths(values);
  const share = Number(game.ways(values)) / Number(drawValues);
  return {
    multiplier: hundredths / 100,
    chancePercent: Number((100 * share).toPrecision(3)),
    // What is left of counting in whole numbers is no figure of the game.
    returnBp: Number((100 * hundredths * share).toPrecision(9)),
    payoutCoins: (stakeCoins / 100) * hundredths,
  };
}
