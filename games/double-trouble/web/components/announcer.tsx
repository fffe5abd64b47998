/** Announces to screen readers, once a draw and politely, what was drawn and how the player's bets went. */
import type { DoubleTroubleDraw } from '../../contract.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useT } from '../texts.ts';
import type { DrawResult } from '../state.ts';
import { sideOf, sideText } from './side.tsx';

interface AnnouncerProps {
  drawn: DoubleTroubleDraw | null;
  result: DrawResult | null;
  max: number;
}

export function Announcer({ drawn, result, max }: AnnouncerProps) {
  const t = useT();
  const { formatCoins } = useFormat();
  const number = drawn?.winningNumbers[0];
  if (number === undefined) return <p role="status" className="sr-only" />;
  const announced = t('doubleTrouble.announceDrawn', { n: number, side: t(sideText[sideOf(number, max)]) });
  const own = result !== null && result.drawId === drawn?.drawId ? result : null;
  const outcome =
    own === null
      ? ''
      : own.won > 0
        ? t('doubleTrouble.wonNote', { n: formatCoins(own.won), staked: formatCoins(own.staked) })
        : t('doubleTrouble.lostNote', { n: formatCoins(own.staked) });
  return (
    <p role="status" className="sr-only">
      {announced} {outcome}
    </p>
  );
}
