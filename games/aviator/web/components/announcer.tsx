/**
 * Announces to screen readers, once and politely, what the picture shows: take-off and crash. A cash-out has
 * a toast.
 */
import { useEffect, useState } from 'react';
import type { AviatorBet } from '../../contract.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import type { StageModel } from '../stage/stage-model.ts';
import { useTexts } from '../texts.ts';

interface AnnouncerProps {
  phase: StageModel['phase'];
  crash: number | null;
  /** The player's bets that the crash ended. */
  lost: readonly AviatorBet[];
}

/** For so long the take-off is there to be read: after that it is over. */
const startedForMs = 1_000;

export function Announcer({ phase, crash, lost }: AnnouncerProps) {
  const t = useTexts('page');
  const { formatCoins, formatTwoDecimals } = useFormat();
  const losses = lost.map(({ amount }) => t('aviator.endedLoss', { n: formatCoins(amount) })).join('. ');
  // Each region changes once a round, and a region is read only when it changes.
  return (
    <div className="sr-only">
      <p role="status">{phase === 'flying' && <Started text={t('aviator.announceStarted')} />}</p>
      <Crashed
        text={
          phase === 'crashed' && crash !== null
            ? `${t('aviator.announceCrashed', { m: formatTwoDecimals(crash) })} ${losses}`
            : ''
        }
      />
    </div>
  );
}

/** The next countdown may follow at once: a reader that is told of a change looks for the text a moment later. */
const crashedForMs = 2_000;

function Crashed({ text }: { text: string }) {
  const [kept, setKept] = useState('');
  if (text !== '' && text !== kept) setKept(text);
  useEffect(() => {
    if (text !== '' || kept === '') return;
    // A round may crash at once, just then: its own line stays.
    const clear = (): void => setKept((now) => (now === kept ? '' : now));
    const timer = setTimeout(clear, crashedForMs);
    return () => clearTimeout(timer);
  }, [text, kept]);
  return (
    <p role="status" data-part="crashed">
      {kept}
    </p>
  );
}

function Started({ text }: { text: string }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), startedForMs);
    return () => clearTimeout(timer);
  }, []);
  return isOver ? null : <span>{text}</span>;
}
