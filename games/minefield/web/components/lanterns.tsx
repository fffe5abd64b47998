/** Paper lanterns on a cord over the meadow: as many are lit as the share of gems found. */
import type { CSSProperties } from 'react';
import { cn } from '@fairground/site-kit/ui/cn.ts';

const count = 9;
const always = 2;

export function Lanterns({ share }: { share: number }) {
  const lit = always + Math.round((count - always) * share);
  return (
    <div
      className={cn(
        'relative -mx-4 h-13 w-[calc(100%+32px)]',
        'lg:-mx-10 lg:h-22 lg:w-[calc(100%+80px)] lg:shrink-0 sideways:hidden',
      )}
      aria-hidden="true"
    >
      <svg viewBox="0 0 900 28" preserveAspectRatio="none" className="absolute top-0 left-0 h-7 w-full">
        <path d="M0 4Q225 44 450 4Q675 44 900 4" fill="none" stroke="var(--scene-cord)" strokeWidth={1.5} />
      </svg>
      {Array.from({ length: count }, (_, at) => (
        <span
          key={at}
          className="absolute top-[calc(3px+var(--drop))] left-[calc((var(--at)+0.5)/9*100%)] -translate-x-1/2"
          style={{ '--at': at, '--drop': `${drop((at + 0.5) / count)}px` } as CSSProperties}
        >
          <Lantern lit={order(at) < lit} />
        </span>
      ))}
    </div>
  );
}

/** How far below its ends the cord hangs, two swags over the full width. */
function drop(along: number): number {
  const inSwag = (along * 2) % 1;
  return Math.round(80 * inSwag * (1 - inSwag));
}

/** They light up from the middle outwards. */
const order = (at: number): number => {
  const fromMiddle = at - Math.floor(count / 2);
  return fromMiddle <= 0 ? -fromMiddle * 2 : fromMiddle * 2 - 1;
};

function Lantern({ lit }: { lit: boolean }) {
  return (
    <svg
      viewBox="-22 -8 44 52"
      width={36}
      height={43}
      className="block h-9 w-7.5 overflow-visible lg:h-12 lg:w-10"
    >
      <path d="M0 -8V0" stroke="var(--scene-cord)" strokeWidth={1.5} />
      <circle
        cy={17}
        r={21}
        className={cn('fill-bulb-400 transition-opacity', lit ? 'opacity-16' : 'opacity-0')}
      />
      <rect x={-7} y={0} width={14} height={5} fill="var(--scene-paper)" />
      <path
        d="M-9 5H9Q15 17 9 29H-9Q-15 17 -9 5Z"
        className={cn('transition-[fill]', lit ? 'fill-bulb-400' : 'fill-[#4a4075] day:fill-[#fff3da]')}
      />
      <path
        d="M-3.4 5Q-6.6 17 -3.4 29M3.4 5Q6.6 17 3.4 29"
        fill="none"
        className={lit ? 'stroke-[#e59e1d]' : 'stroke-[#352d5c] day:stroke-[#d8c49a]'}
        strokeWidth={1.5}
      />
      <rect x={-7} y={29} width={14} height={5} fill="var(--scene-paper)" />
    </svg>
  );
}
