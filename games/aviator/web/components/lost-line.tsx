/** What becomes of the player's bets while the connection is lost, and what became of them when it is back. */
import { useFormat, type Format } from '@fairground/site-kit/format/format.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import type { AviatorBet } from '../../contract.ts';
import { ParachuteIcon } from './parachute-mark.tsx';
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
    <div role="status" className="text-14 leading-5 font-bold empty:sr-only" data-part="lost-line">
      {unseen.map((bet) => {
        const text = lineOf(bet, away, t, format);
        return text === '' ? null : (
          <p
            key={bet.id}
            className={cn('flex items-center gap-1.5', bet.amountWon > bet.amount && 'text-win')}
          >
            {bet.parachute && bet.outcome !== 'loss' && <ParachuteIcon />}
            <span>{isNumbered ? `${t('aviator.slot', { n: bet.slot })}: ${text}` : text}</span>
          </p>
        );
      })}
    </div>
  );
}

function lineOf(bet: AviatorBet, away: boolean, t: Translate, format: Format): string {
  const { outcome, autoCashOut, cashOutMultiplier, crashMultiplier, amountWon, parachute, endedBy } = bet;
  const { formatCoins, formatTwoDecimals } = format;
  switch (outcome) {
    case 'pending':
      // The connection is back, and the bet can be cashed out again or its end is on its way.
      if (!away) return '';
      if (parachute) return t('aviator.lostParachute');
      return autoCashOut === null
        ? t('aviator.lostFlying')
        : t('aviator.lostAuto', { m: formatTwoDecimals(autoCashOut) });
    case 'win':
      return t(endedBy === 'parachute' ? 'aviator.parachuteOpened' : 'aviator.lostWin', {
        m: formatTwoDecimals(cashOutMultiplier ?? 1),
        n: formatCoins(amountWon),
      });
    case 'loss':
      return t('aviator.lostLoss', { m: formatTwoDecimals(crashMultiplier ?? 1) });
    case 'void':
      return t('aviator.lostVoid');
  }
}
