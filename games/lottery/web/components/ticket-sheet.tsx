/** The ticket's large part: a printed head, and 49 stamps to punch. */
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { balls, type Draft } from '../use-draft.ts';
import { Favourites } from './favourites.tsx';
import styles from '../lottery.module.css';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts } from '../texts.ts';

interface TicketSheetProps {
  userId: string;
  draft: Draft;
  date: string | null;
  /** Called when a seventh number is pressed. */
  onFull: () => void;
}

export function TicketSheet({ userId, draft, date, onFull }: TicketSheetProps) {
  const t = useTexts('page');
  return (
    <div className={styles.sheet}>
      <div
        className={cn(
          'lg:flex lg:grow lg:flex-col',
          'sideways:sticky sideways:top-(--header-height) sideways:col-start-1 sideways:row-start-1',
          'sideways:self-start sideways:p-1.5',
        )}
        data-part="stage"
      >
        <header className={styles.head}>
          <Guilloche />
          <h1 className="relative font-display text-24 leading-none uppercase lg:text-36">
            {t('nav.lottery')}
          </h1>
          <p
            className={cn(
              'relative grid min-h-10 content-center text-right text-14 font-bold leading-5',
              'lg:min-h-11 lg:text-16 lg:leading-5.5',
            )}
          >
            <span>{t('lottery.punch')}</span>
            <span className="figures">{date === null ? '' : t('lottery.drawOf', { date })}</span>
          </p>
        </header>
        <Stamps draft={draft} onFull={onFull} />
      </div>
      <Favourites userId={userId} draft={draft} />
    </div>
  );
}

function Stamps({ draft, onFull }: { draft: Draft; onFull: () => void }) {
  const t = useTexts('page');
  const group = useRef<HTMLDivElement>(null);
  // One stop for the Tab key; the arrows go from stamp to stamp.
  const [current, setCurrent] = useState(1);

  function move(event: KeyboardEvent): void {
    const step = stepOf(event);
    const to =
      event.key === 'Home' ? 1 : event.key === 'End' ? balls : step === undefined ? null : current + step;
    if (to === null) return;
    event.preventDefault();
    if (to < 1 || to > balls) return;
    setCurrent(to);
    group.current?.querySelector<HTMLElement>(`[data-number="${to}"]`)?.focus();
  }

  return (
    // The keys only move the focus between the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={group}
      role="group"
      aria-label={t('lottery.stamps')}
      aria-describedby="lottery-stamps-hint"
      className={cn(
        'grid grid-cols-[repeat(7,minmax(44px,1fr))] justify-items-center mt-2',
        'sm:gap-y-1 lg:grow lg:content-evenly lg:gap-y-2 lg:p-2',
        'sideways:grid-cols-[repeat(10,minmax(44px,1fr))] sideways:gap-y-0 sideways:mt-1',
      )}
      onKeyDown={move}
    >
      <span id="lottery-stamps-hint" className="sr-only">
        {t('lottery.stampsHint')}
      </span>
      {Array.from({ length: balls }, (_, at) => at + 1).map((number) => {
        const punched = draft.numbers.includes(number);
        return (
          <button
            key={number}
            type="button"
            data-number={number}
            aria-pressed={punched}
            aria-disabled={(draft.isFull && !punched) || undefined}
            tabIndex={number === current ? 0 : -1}
            className={cn(styles.stamp, 'figures')}
            onFocus={() => setCurrent(number)}
            onClick={() => {
              if (!draft.toggle(number)) onFull();
            }}
          >
            <svg viewBox="-24 -24 48 48" aria-hidden="true">
              <path d={scallop} />
              <circle r="16.5" />
            </svg>
            <span>{number}</span>
          </button>
        );
      })}
    </div>
  );
}

/** Up and down lead to the stamp above or below: how many are in a row depends on the screen. */
function stepOf({ key, currentTarget }: KeyboardEvent): number | undefined {
  if (key === 'ArrowLeft') return -1;
  if (key === 'ArrowRight') return 1;
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const columns = getComputedStyle(currentTarget).gridTemplateColumns.split(' ').length;
  return key === 'ArrowUp' ? -columns : columns;
}

/** The edge of a stamp: twelve rounded teeth. */
const scallop = (() => {
  const teeth = 12;
  const at = (index: number) => {
    const angle = (Math.PI * 2 * index) / teeth;
    return `${(Math.sin(angle) * 20).toFixed(2)} ${(-Math.cos(angle) * 20).toFixed(2)}`;
  };
  const arcs = Array.from({ length: teeth }, (_, index) => `A5.6 5.6 0 0 1 ${at(index + 1)}`);
  return `M${at(0)}${arcs.join('')}Z`;
})();

/** Fine waves, as securities are printed with. */
function Guilloche() {
  const waves = Array.from({ length: 7 }, (_, line) => {
    const points = Array.from({ length: 61 }, (_unused, step) => {
      const x = step * 10;
      const y = 36 + Math.sin(step / 4.2 + line * 0.55) * (8 + line * 3.4);
      return `${x} ${y.toFixed(1)}`;
    });
    return `M${points.join('L')}`;
  });
  return (
    <svg viewBox="0 0 600 72" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {waves.map((d) => (
        <path key={d} d={d} fill="none" stroke="currentColor" strokeWidth="1" />
      ))}
    </svg>
  );
}
