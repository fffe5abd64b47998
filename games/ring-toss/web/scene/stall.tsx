/** The stall: pegs on planks under a striped awning, and the ring, which flies to a peg or lands next to one. */
import type { CSSProperties } from 'react';
import styles from '../ring-toss.module.css';

interface StallProps {
  /** Null before a toss. */
  toss: { roll: number; outcome: 'won' | 'lost' } | null;
  isFlying: boolean;
  onLanded?: () => void;
  /** How far the flight is, where a replay sets it. */
  atMs?: number;
}

interface Peg {
  x: number;
  y: number;
  /** Pegs in front are larger. */
  size: number;
  fill: string;
}

const colors = ['var(--rt-teal)', 'var(--rt-red)', 'var(--rt-plum)'];
const rows = [
  { y: 146, size: 0.8, xs: [112, 156, 200, 244, 288] },
  { y: 184, size: 1, xs: [122, 174, 226, 278] },
  { y: 230, size: 1.25, xs: [80, 140, 200, 260, 320] },
];
const pegs: readonly Peg[] = rows.flatMap(({ y, size, xs }, row) =>
  xs.map((x, at) => ({ x, y, size, fill: colors[(row + at) % colors.length] ?? '' })),
);

/** A number always lands at one and the same peg, and a miss lies to the right of it, in front of the row. */
const landingOf = ({ roll, outcome }: { roll: number; outcome: 'won' | 'lost' }) => {
  const peg = pegs[roll % pegs.length] ?? { x: 200, y: 184, size: 1, fill: '' };
  return outcome === 'won'
    ? { peg, behind: peg, x: peg.x, y: peg.y - 7 }
    : { peg, behind: pegs.findLast(({ y }) => y === peg.y), x: peg.x + 24 * peg.size, y: peg.y };
};

const PegShape = ({ x, y, size, fill }: Peg) => (
  <g transform={`translate(${x} ${y}) scale(${size})`}>
    <ellipse rx={12} ry={4.2} fill="var(--rt-hole)" />
    <path d="M-4 0V-32A4 4 0 0 1 4 -32V0A4 1.6 0 0 1 -4 0Z" fill={fill} />
    <path d="M1 0.4V-36Q4 -36 4 -32V0Z" fill="#0e0b1f" opacity={0.16} />
    <circle cy={-35} r={5.4} fill="var(--rt-gold)" />
    <circle cx={-1.6} cy={-37} r={1.5} fill="#fff8ea" opacity={0.8} />
  </g>
);

/** Half of the ring: the one behind a peg, or the one in front of it. */
const RingHalf = ({ isFront }: { isFront: boolean }) => (
  <g fill="none">
    <path d={`M-15 0A15 5.6 0 0 ${isFront ? 0 : 1} 15 0`} stroke="var(--rt-ring-dark)" strokeWidth={5.4} />
    <path
      d={`M-15 -1.4A15 5.6 0 0 ${isFront ? 0 : 1} 15 -1.4`}
      stroke="var(--rt-ring)"
      strokeWidth={3.6}
      strokeLinecap="round"
    />
  </g>
);

export function Stall({ toss, isFlying, onLanded, atMs }: StallProps) {
  const place = toss && landingOf(toss);
  const at = place && `translate(${place.x} ${place.y}) scale(${place.peg.size})`;
  const isPaused = atMs !== undefined;
  return (
    <svg
      viewBox="0 0 400 290"
      className={styles.stall}
      data-outcome={isFlying ? undefined : toss?.outcome}
      aria-hidden="true"
    >
      <Booth />
      {pegs.map((peg) => (
        <g key={`${peg.x} ${peg.y}`}>
          {place?.peg === peg && !isFlying && toss?.outcome === 'won' && (
            <g transform={at ?? ''}>
              <RingHalf isFront={false} />
            </g>
          )}
          <PegShape {...peg} />
          {place?.behind === peg && !isFlying && (
            <g className={styles.landed} data-part="ring" transform={at ?? ''}>
              {toss?.outcome === 'lost' && <RingHalf isFront={false} />}
              <RingHalf isFront />
            </g>
          )}
        </g>
      ))}
      {toss === null && (
        <g transform="translate(200 247) scale(1.6)">
          <RingHalf isFront={false} />
          <RingHalf isFront />
        </g>
      )}
      {place && isFlying && (
        <g
          className={styles.flight}
          data-part="ring"
          data-paused={isPaused || undefined}
          style={
            {
              '--rt-x': `${place.x}px`,
              '--rt-y': `${place.y}px`,
              '--rt-size': place.peg.size,
              animationDelay: isPaused ? `${-atMs}ms` : undefined,
            } as CSSProperties
          }
          onAnimationEnd={(event) => {
            if (event.target === event.currentTarget) onLanded?.();
          }}
        >
          <g className={styles.hop} style={isPaused ? { animationDelay: `${-atMs}ms` } : undefined}>
            <RingHalf isFront={false} />
            <RingHalf isFront />
          </g>
        </g>
      )}
    </svg>
  );
}

const stripes = Array.from({ length: 16 }, (_, at) => 16 + at * 23);
const bulbs = Array.from({ length: 9 }, (_, at) => 56 + at * 36);

const Booth = () => (
  <g>
    <ellipse cx={200} cy={284} rx={196} ry={10} fill="#0c2128" opacity={0.4} />
    <path d="M30 40H370V252H30Z" fill="var(--rt-wall)" />
    <path d="M30 40H40V262H30ZM360 40H370V262H360Z" fill="var(--rt-post)" />
    <Prizes />
    <path d="M66 122H334L380 252H20Z" fill="var(--rt-planks)" />
    <path d="M61 136H339M51 165H349M37 204H363" stroke="var(--rt-gaps)" strokeWidth={1.6} />
    <path d="M66 122H334L336 128H64Z" fill="var(--rt-gaps)" opacity={0.7} />
    <path d="M12 250H388V284H12Z" fill="#a63d52" />
    <path d="M8 244H392V254H8Z" fill="var(--rt-counter)" />
    {stripes.map((x, at) => (
      <g key={x}>
        {at % 2 === 0 && <path d={`M${x} 254H${x + 23}V284H${x}Z`} fill="#d9575f" />}
        <path
          d={`M${x + 6} 0H${x + 17}L${x + 23} 30V38A11.5 9 0 0 1 ${x} 38V30Z`}
          fill={at % 2 === 0 ? '#d9575f' : 'var(--rt-canvas)'}
        />
      </g>
    ))}
    <path d="M16 30H384" stroke="#0e0b1f" strokeWidth={1} opacity={0.2} />
    {bulbs.map((x) => (
      <circle key={x} cx={x} cy={53} r={3.4} fill="var(--rt-bulb)" />
    ))}
  </g>
);

/** On both sides of the sign. */
const Prizes = () => (
  <g>
    <path d="M40 112H92M308 112H360" stroke="var(--rt-post)" strokeWidth={4} />
    <g transform="translate(57 96)">
      <circle cx={-9} cy={-11} r={5} fill="var(--rt-bear-dark)" />
      <circle cx={9} cy={-11} r={5} fill="var(--rt-bear-dark)" />
      <circle r={14} fill="var(--rt-bear)" />
      <ellipse cy={5} rx={7} ry={5} fill="#fff3da" />
      <circle cx={-5} cy={-3} r={1.8} fill="#151130" />
      <circle cx={5} cy={-3} r={1.8} fill="#151130" />
      <circle cy={3} r={2} fill="#151130" />
    </g>
    <path d="M82 110V92" stroke="var(--rt-canvas)" strokeWidth={1.4} />
    <ellipse cx={82} cy={82} rx={9} ry={11} fill="var(--rt-teal)" />
    <g transform="translate(343 96)">
      <path
        d="M0 -17L4.6 -5.6L17 -4.8L7.4 3L10.6 15L0 8.4L-10.6 15L-7.4 3L-17 -4.8L-4.6 -5.6Z"
        fill="var(--rt-gold)"
      />
    </g>
    <path d="M318 110V92" stroke="var(--rt-canvas)" strokeWidth={1.4} />
    <ellipse cx={318} cy={82} rx={9} ry={11} fill="var(--rt-plum)" />
  </g>
);
