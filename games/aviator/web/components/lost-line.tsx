/** What becomes of the player's bets while the connection is lost, and what became of them when it is back. */
import { useFormat, type Format } from '@fairground/site-kit/format/format.ts';
import type { AviatorBet } from '../../contract.ts';
import { useTexts, type Translate } from '../texts.ts';

interface LostLineProps {
  /** Bets whose flight is not seen to its end. */
  unseen: readonly AviatorBet[];
  away: boolean;
  /** Bets have numbers where there are two. */
  isNumbered: boolean;
}

export function LostLine({ unseen, away, isNumbered }: LostLineProps) {
  'use memo';
  const t = useTexts('page');
  const format = useFormat();
  return (
    <div role="status" className="text-14 leading-5 font-bold empty:hidden" data-part="lost-line">
      {unseen.map((bet) => {
        const text = lineOf(bet, away, t, format);
        return text === '' ? null : (
          <p key={bet.id}>
            {isNumbered ? `${t('aviator.slot', { n: bet.slot })}: ` : ''}
            {text}
          </p>
        );
      })}
    </div>
  );
}

function lineOf(bet: AviatorBet, away: boolean, t: Translate, format: Format): string {
  const { outcome, autoCashOut, cashOutMultiplier, crashMultiplier, amountWon } = bet;
  const { formatCoins, formatTwoDecimals } = format;
  switch (outcome) {
    case 'pending':
      // The connection is back, and the bet can be cashed out again or its end is on its way.
      if (!away) return '';
      return autoCashOut === null
        ? t('aviator.lostFlying')
        : t('aviator.lostAuto', { m: formatTwoDecimals(autoCashOut) });
    case 'win':
      return t('aviator.lostWin', {
        m: formatTwoDecimals(cashOutMultiplier ?? 1),
        n: formatCoins(amountWon),
      });
    case 'loss':
      return t('aviator.lostLoss', { m: formatTwoDecimals(crashMultiplier ?? 1) });
    case 'void':
      return t('aviator.lostVoid');
  }
}
