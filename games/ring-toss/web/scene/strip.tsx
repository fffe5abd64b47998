/** The numbers from 0 to 9,999: what wins is marked, and where the ring landed. */
import type { ReactNode } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import game from '../../game.ts';

interface StripProps {
  range: readonly [from: number, to: number];
  /** Null until the ring has landed. */
  roll: number | null;
  outcome: 'won' | 'lost' | undefined;
  /** Which numbers win. */
  children: ReactNode;
}

const numbers = game.drawn.roll.max + 1;
const marks = [0, 2_500, 5_000, 7_500, numbers - 1];
const percentOf = (number: number): string => `${(100 * number) / numbers}%`;

export function Strip({ range: [from, to], roll, outcome, children }: StripProps) {
  const { formatFactor } = useFormat();
  return (
    <div
      className="bg-(--rt-strip) px-4 pt-1 pb-1.5 text-14 leading-5 font-bold sm:px-8 sm:pt-2 sm:pb-2.5"
      data-part="strip"
    >
      <p className="text-center">{children}</p>
      <div className="relative mt-0.5 h-3.5 rounded-[7px] bg-(--rt-rail)" aria-hidden="true">
        <span
          className={cn(
            'absolute inset-y-0 rounded-[7px]',
            'bg-[repeating-linear-gradient(-45deg,var(--rt-win)_0_7px,var(--rt-win-stripe)_7px_10px)]',
            'transition-[left,width] duration-200 ease-out',
          )}
          data-part="winning"
          style={{ left: percentOf(from), width: percentOf(to + 1 - from) }}
        />
        {roll !== null && (
          <span
            className={cn(
              'absolute -top-[5px] h-6 w-1.5 -translate-x-1/2',
              'rounded-[3px] border-[1.5px] border-(--rt-strip) bg-(--rt-marker)',
            )}
            data-outcome={outcome}
            style={{ left: percentOf(roll) }}
          />
        )}
      </div>
      <div className="figures flex justify-between font-[400]" aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark}>{formatFactor(mark)}</span>
        ))}
      </div>
    </div>
  );
}
