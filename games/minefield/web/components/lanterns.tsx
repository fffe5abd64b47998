/** Paper lanterns on a cord over the meadow: as many are lit as the share of gems found. */
import type { CSSProperties } from 'react';
import styles from '../minefield.module.css';

const count = 9;
const always = 2;

export function Lanterns({ share }: { share: number }) {
  const lit = always + Math.round((count - always) * share);
  return (
    <div className={styles.lanterns} aria-hidden="true">
      <svg viewBox="0 0 900 28" preserveAspectRatio="none" className={styles.cord}>
        <path d="M0 4Q225 44 450 4Q675 44 900 4" fill="none" stroke="var(--scene-cord)" strokeWidth={1.5} />
      </svg>
      {Array.from({ length: count }, (_, at) => (
        <span
          key={at}
          className={styles.lantern}
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
      className={styles.lanternPicture}
      data-lit={lit || undefined}
    >
      <path d="M0 -8V0" stroke="var(--scene-cord)" strokeWidth={1.5} />
      <circle cy={17} r={21} className={styles.glow} />
      <rect x={-7} y={0} width={14} height={5} fill="var(--scene-paper)" />
      <path d="M-9 5H9Q15 17 9 29H-9Q-15 17 -9 5Z" className={styles.paper} />
      <path
        d="M-3.4 5Q-6.6 17 -3.4 29M3.4 5Q6.6 17 3.4 29"
        fill="none"
        className={styles.rib}
        strokeWidth={1.5}
      />
      <rect x={-7} y={29} width={14} height={5} fill="var(--scene-paper)" />
    </svg>
  );
}
