/**
 * What a screen reader says at once. It says a status whose text changes, and none that comes with its text. It says
 * an alert that comes with its text, and in Firefox with Orca none that is filled later (docs/accessibility.md).
 */
import { useEffect, useState } from 'react';

/** A reader that just reads the control that was pressed, and its new name, drops a line that waits meanwhile. */
const saidAfterMs = 400;
const saidForMs = 1_000;

/** For a text that is shown by itself and is not there to be read twice: it is gone again when it has been said. */
export function Announce({ text, isAlert = false }: { text: string; isAlert?: boolean }) {
  const [isSaid, setSaid] = useState(false);
  useEffect(() => {
    const timers = [setTimeout(() => setSaid(true), saidAfterMs)];
    // A reader gets the text of a status with its change, and looks for that of an alert when it is ready.
    if (!isAlert) timers.push(setTimeout(() => setSaid(false), saidAfterMs + saidForMs));
    return () => timers.forEach(clearTimeout);
  }, [text, isAlert]);
  if (isAlert) return isSaid && <AlertText text={text} className="sr-only" />;
  return (
    <span role="status" className="sr-only">
      {isSaid ? text : ''}
    </span>
  );
}

/** In a line that is always there: an alert comes with each text. */
export const AlertText = ({ text, className }: { text: string | null; className?: string }) =>
  text === null || text === '' ? null : (
    <span key={text} role="alert" className={className}>
      {text}
    </span>
  );
