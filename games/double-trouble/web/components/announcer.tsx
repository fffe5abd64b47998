/** Announces to screen readers, once and politely, what was drawn where the player had no bet. */
import type { DoubleTroubleDraw } from '../../contract.ts';
import { sideOf, sideText } from './side.tsx';
import { useTexts } from '../texts.ts';

interface AnnouncerProps {
  drawn: DoubleTroubleDraw | null;
  max: number;
}

export function Announcer({ drawn, max }: AnnouncerProps) {
  const t = useTexts('page');
  const number = drawn?.winningNumbers[0];
  if (number === undefined) return <p role="status" className="sr-only" />;
  return (
    <p role="status" className="sr-only">
      {t('doubleTrouble.announceDrawn', { n: number, side: t(sideText[sideOf(number, max)]) })}
    </p>
  );
}
