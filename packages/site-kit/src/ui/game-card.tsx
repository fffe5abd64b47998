/**
 * The card of a game, a stall of the fair: sign, scalloped awning, a picture between striped
 * poles, and a counter with words.
 */
import { useId, type CSSProperties, type ReactNode } from 'react';
import { cn } from './cn.ts';

export type CardColor = 'sky' | 'mint' | 'ticket' | 'bulb' | 'closed';

const colors: Record<CardColor, string> = {
  sky: 'var(--color-sky-400)',
  mint: 'var(--color-mint-400)',
  ticket: 'var(--color-ticket-500)',
  bulb: 'var(--color-bulb-400)',
  closed: '#a49dbb',
};

interface GameCardProps {
  color: CardColor;
  /** On the sign; the heading of the card. */
  name: string;
  heading?: 'h2' | 'h3';
  /** Fills its frame (288 by 132) and is decoration. */
  picture: ReactNode;
  children: ReactNode;
}

export function GameCard({ color, name, heading: Heading = 'h2', picture, children }: GameCardProps) {
  const nameId = useId();
  return (
    <article
      aria-labelledby={nameId}
      className="group relative flex flex-col px-1.5"
      style={{ '--card': colors[color] } as CSSProperties}
    >
      <div className="relative z-10 -mx-1.5 rounded-t-control bg-(--card) p-1.5">
        <Heading
          id={nameId}
          className={cn(
            'grid min-h-10 place-items-center rounded-[5px] border border-night-950/70 px-2 text-center',
            'font-display text-20 leading-6 text-night-950 uppercase',
          )}
        >
          {name}
        </Heading>
      </div>
      <div className="relative flex aspect-[288/150] flex-col justify-end overflow-hidden bg-night-900">
        <Awning />
        {picture}
        <span aria-hidden className="pole absolute inset-y-0 left-0 w-2" />
        <span aria-hidden className="pole absolute inset-y-0 right-0 w-2" />
      </div>
      <div className="flex grow flex-col gap-1 bg-panel p-5">{children}</div>
      <span aria-hidden className="-mx-1.5 h-2 rounded-badge bg-(--card)" />
    </article>
  );
}

const scallops = Array.from({ length: 9 }, (_, at) => at);

/** Hangs over the top of the picture. */
function Awning() {
  return (
    <svg
      viewBox="0 0 288 34"
      preserveAspectRatio="none"
      aria-hidden
      className="absolute inset-x-0 top-0 z-10 block h-[22%] w-full"
    >
      {scallops.map((at) => (
        <path
          key={at}
          d={`M${at * 32} 0h32v18a16 16 0 0 1-32 0Z`}
          fill={at % 2 === 0 ? 'var(--card)' : 'var(--color-cream-50)'}
        />
      ))}
      <path d="M0 0h288v3H0Z" className="fill-night-950" opacity=".16" />
    </svg>
  );
}
