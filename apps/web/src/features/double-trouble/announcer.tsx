/** Says to a screen reader, once a draw and politely, what was drawn and how the player's bets went. */
import type { DoubleTroubleDraw } from '@fairground/game-double-trouble/contract';
import { formatCoins } from '../../shared/format/format.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import type { DrawResult } from './double-trouble-state.ts';
import { sideOf, sideText } from './side.tsx';

type AnnouncerProps = { heard: DoubleTroubleDraw | null; result: DrawResult | null; max: number };

export function Announcer({ heard, result, max }: AnnouncerProps) {
  const t = useT();
  const number = heard?.winningNumbers[0];
  if (number === undefined) return <p role="status" className="sr-only" />;
  const drawn = t('doubleTrouble.saidDrawn', { n: number, side: t(sideText[sideOf(number, max)]) });
  const own = result?.drawId === heard?.drawId ? result : null;
  const went =
    own === null
      ? ''
      : own.won > 0
        ? t('doubleTrouble.wonNote', { n: formatCoins(own.won), staked: formatCoins(own.staked) })
        : t('doubleTrouble.lostNote', { n: formatCoins(own.staked) });
  return (
    <p role="status" className="sr-only">
      {drawn} {went}
    </p>
  );
}
