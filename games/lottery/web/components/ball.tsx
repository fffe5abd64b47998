/** A lottery ball and rows of them. Screen readers get the numbers once, as a list. */
import { cn } from '@fairground/site-kit/ui/cn.ts';

interface BallsProps {
  numbers: readonly number[];
  /** Numbers to mark, by a filled ball, a line below the number, and words where they matter. */
  marked?: readonly number[] | undefined;
  kind: keyof typeof kinds;
  className: string;
}

export function Balls({ numbers, marked = [], kind, className }: BallsProps) {
  return (
    <span className={cn('flex flex-wrap', className)}>
      <span className="sr-only">{numbers.join(', ')}</span>
      {numbers.map((number, at) => {
        const isMarked = marked.includes(number);
        return (
          <span
            key={number}
            aria-hidden
            data-marked={isMarked || undefined}
            className={cn(
              'figures grid place-items-center rounded-full font-bold',
              kinds[kind],
              kind === 'small' && (isMarked ? smallMarked : smallPlain),
            )}
            // Where they drop, one after the other.
            style={{ animationDelay: `${at * 120}ms` }}
          >
            <span>{number}</span>
          </span>
        );
      })}
    </span>
  );
}

const kinds = {
  drawn:
    'size-11 bg-[linear-gradient(var(--color-bulb-500)_0_76%,#d98f12_76%)] text-night-900 *:-mt-[3px] ' +
    '*:grid *:size-7.25 *:place-items-center *:rounded-full *:bg-cream-50 *:text-17',
  small: 'size-8.5 text-14 leading-5',
};
const smallPlain = 'border-[1.5px] border-edge text-text';
const smallMarked =
  'border-2 border-win bg-win text-panel shadow-[0_0_0_2px_var(--panel),0_0_0_3.5px_var(--win)] ' +
  '*:underline *:decoration-2 *:underline-offset-2';
