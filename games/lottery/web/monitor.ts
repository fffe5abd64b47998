import { useTexts } from './texts.ts';
/** What the monitor's page says of the bet that it imagines in every round. */

export default function useImaginedBet(): string {
  return useTexts('monitor')('lottery.imagined');
}
