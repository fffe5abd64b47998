/** Announces to screen readers, once and politely, what was drawn where the player had no bet. */
import type { DoubleTroubleDraw } from '../../contract.ts';
import { useT } from '../texts.ts';
import { sideOf, sideText } from './side.tsx';

interface AnnouncerProps {
  drawn: DoubleTroubleDraw | null;
  max: number;
}

export function Announcer({ drawn, max }: AnnouncerProps) {
  const t = useT();
  const number = drawn?.winningNumbers[0];
  if (number === undefined) return <p role="status" className="sr-only" />;
  return (
    <p role="status" className="sr-only">
      {t('doubleTrouble.announceDrawn', { n: number, side: t(sideText[sideOf(number, max)]) })}
    </p>
  );
}
