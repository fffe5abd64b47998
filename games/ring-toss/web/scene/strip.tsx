/** The numbers from 0 to 9,999: what wins is marked, and where the ring landed. */
import type { ReactNode } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import game from '../../game.ts';
import styles from '../ring-toss.module.css';

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
    <div className={styles.strip} data-part="strip">
      <p className={styles.wins}>{children}</p>
      <div className={styles.rail} aria-hidden="true">
        <span
          className={styles.winning}
          data-part="winning"
          style={{ left: percentOf(from), width: percentOf(to + 1 - from) }}
        />
        {roll !== null && (
          <span className={styles.marker} data-outcome={outcome} style={{ left: percentOf(roll) }} />
        )}
      </div>
      <div className={styles.marks} aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark}>{formatFactor(mark)}</span>
        ))}
      </div>
    </div>
  );
}
