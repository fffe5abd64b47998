/** A lottery ball and rows of them. Screen readers get the numbers once, as a list. */
import { cn } from '@fairground/site-kit/ui/cn.ts';
import styles from '../lottery.module.css';

interface BallsProps {
  numbers: readonly number[];
  /** Those to mark, by a filled ball, a line below the number, and words where they matter. */
  marked?: readonly number[];
  kind: 'drawn' | 'six' | 'small';
  className?: string | undefined;
}

export function Balls({ numbers, marked = [], kind, className }: BallsProps) {
  return (
    <span className={cn(styles.balls, className)} data-kind={kind}>
      <span className="sr-only">{numbers.join(', ')}</span>
      {numbers.map((number) => (
        <span
          key={number}
          aria-hidden
          className={cn(styles.ball, 'figures')}
          data-marked={marked.includes(number) || undefined}
        >
          <span>{number}</span>
        </span>
      ))}
    </span>
  );
}
