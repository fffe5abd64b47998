/**
 * The big wheel of sixteen segments. Each hangs in its 22.5 degrees and stays upright, so that its number can
 * be read all the way round; the one under the lantern at the top is the drawn one.
 */
import { useEffect, useRef } from 'react';
import { Star } from '@fairground/site-kit/art/star.tsx';
import { short } from '@fairground/site-kit/art/random.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import styles from '../wheel.module.css';

interface WheelPictureProps {
  values: readonly number[];
  turn: number;
  moving: boolean;
  /** The drawn segment, once the wheel has stopped. */
  drawn: number | null;
  /** With reduced motion the wheel fades in where it has stopped; not where a replay sets each of its turns. */
  fades?: boolean;
}

const rim = { outer: 188, inner: 168, lights: 178, hang: 158 };

export function WheelPicture({ values, turn, moving, drawn, fades = true }: WheelPictureProps) {
  const step = 360 / values.length;
  const svg = useFadeWhereNothingTurns(turn, fades);
  return (
    <svg
      ref={svg}
      viewBox="-216 -236 432 478"
      className={cn(styles.picture, 'block w-full')}
      data-moving={moving || undefined}
      data-turn={short(turn)}
      aria-hidden="true"
    >
      <Legs />
      <g className={styles.turns} data-part="turning" style={{ transform: `rotate(${turn}deg)` }}>
        {values.map((_, index) => (
          <Wedge key={index} angle={step * index} step={step} lit={drawn === index} even={index % 2 === 0} />
        ))}
        <Rim />
        {values.map((value, index) => (
          <g key={index} transform={`rotate(${step * index}) translate(0 ${-rim.hang})`}>
            <g className={styles.turns} style={{ transform: `rotate(${-(step * index + turn)}deg)` }}>
              <Gondola value={value} lit={drawn === index} />
            </g>
          </g>
        ))}
      </g>
      <circle r={34} fill="var(--wheel-rim)" stroke="var(--wheel-line)" strokeWidth={3} />
      <circle
        r={27}
        fill="none"
        stroke="var(--wheel-line)"
        strokeWidth={1.5}
        strokeDasharray="0 6"
        strokeLinecap="round"
      />
      <Star size={19} fill="var(--scene-bulb)" />
      <Lantern lit={drawn !== null} />
    </svg>
  );
}

function useFadeWhereNothingTurns(turn: number, fades: boolean) {
  const svg = useRef<SVGSVGElement>(null);
  const shown = useRef(turn);
  useEffect(() => {
    if (shown.current === turn) return;
    shown.current = turn;
    if (fades && matchMedia('(prefers-reduced-motion: reduce)').matches)
      svg.current?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 400 });
  }, [turn, fades]);
  return svg;
}

const onCircle = (degrees: number, radius: number): string => {
  const angle = (degrees * Math.PI) / 180;
  return `${short(Math.sin(angle) * radius)} ${short(-Math.cos(angle) * radius)}`;
};

function Wedge({ angle, step, lit, even }: { angle: number; step: number; lit: boolean; even: boolean }) {
  const [from, to] = [angle - step / 2, angle + step / 2];
  const path = `M0 0L${onCircle(from, rim.inner)}A${rim.inner} ${rim.inner} 0 0 1 ${onCircle(to, rim.inner)}Z`;
  return (
    <>
      <path d={path} fill={even ? 'var(--wheel-even)' : 'var(--wheel-odd)'} />
      {lit ? (
        <path className="animate-[fade-in_300ms]" d={path} fill="var(--scene-bulb)" opacity={0.3} />
      ) : null}
      <path
        d={`M0 0L${onCircle(from, rim.inner)}`}
        stroke="var(--scene-wire)"
        strokeWidth={1.5}
        opacity={0.55}
      />
    </>
  );
}

function Rim() {
  const lights = 32;
  const middle = (rim.outer + rim.inner) / 2;
  return (
    <>
      <circle r={middle} fill="none" stroke="var(--wheel-rim)" strokeWidth={rim.outer - rim.inner} />
      <circle r={rim.outer} fill="none" stroke="var(--wheel-line)" strokeWidth={3} />
      <circle r={rim.inner} fill="none" stroke="var(--wheel-line)" strokeWidth={2} />
      <circle r={96} fill="none" stroke="var(--scene-wire)" strokeWidth={1.5} opacity={0.55} />
      {Array.from({ length: lights }, (_, index) => {
        const [x, y] = onCircle((360 / lights) * (index + 0.5), rim.lights)
          .split(' ')
          .map(Number);
        return (
          <g key={index}>
            <circle cx={x} cy={y} r={8} fill="var(--scene-bulb)" opacity={0.2} />
            <circle cx={x} cy={y} r={4} fill="var(--scene-bulb)" />
          </g>
        );
      })}
    </>
  );
}

/** The color follows from the prize; an empty segment is unlit. */
const paintOf = (value: number): string => {
  if (value === 0) return 'var(--scene-leg)';
  if (value >= 500) return 'var(--scene-gold)';
  if (value >= 100) return 'var(--scene-red)';
  if (value >= 50) return 'var(--scene-amber)';
  return 'var(--scene-teal)';
};

function Gondola({ value, lit }: { value: number; lit: boolean }) {
  const { formatCoins } = useFormat();
  const paint = paintOf(value);
  return (
    <g>
      {lit ? (
        <circle className="animate-[fade-in_300ms]" cy={27} r={38} fill="var(--scene-bulb)" opacity={0.22} />
      ) : null}
      <path d="M0 -3V5M-21 12V40M21 12V40" stroke="var(--scene-ink)" strokeWidth={2} />
      <circle cy={-3} r={3} fill="var(--wheel-line)" />
      <path d="M-28 15Q0 -9 28 15Q14 11 0 11T-28 15Z" fill={paint} />
      {value >= 1000 ? <Star y={-8} size={9} fill="var(--scene-bulb)" /> : null}
      <path d="M-25 40H25L20 51Q0 56 -20 51Z" fill={paint} />
      <path d="M-20 51Q0 56 20 51L21.4 47.6Q0 52 -21.4 47.6Z" fill="#0e0b1f" opacity={0.16} />
      <rect
        x={-27}
        y={15}
        width={54}
        height={26}
        rx={4}
        fill={value === 0 ? '#b8ad99' : '#fff8ea'}
        stroke="var(--wheel-plate-edge)"
        strokeWidth={1.5}
      />
      <text
        y={35}
        textAnchor="middle"
        fontSize={value >= 1000 ? 18 : 21}
        fontWeight={700}
        className="figures"
        fill="#0e0b1f"
        fontFamily="var(--font-sans)"
      >
        {formatCoins(value)}
      </text>
    </g>
  );
}

function Legs() {
  return (
    <g fill="none" stroke="var(--wheel-leg)" strokeLinecap="round">
      <path d="M-10 14L-104 236M10 14L104 236" strokeWidth={13} />
      <path d="M-78 174H78" strokeWidth={7} />
      <path d="M-150 238H150" strokeWidth={6} />
    </g>
  );
}

/** Points at the drawn segment, and lights up when there is one. */
function Lantern({ lit }: { lit: boolean }) {
  return (
    <g>
      {lit ? (
        <circle
          className="animate-[fade-in_300ms]"
          cy={-208}
          r={26}
          fill="var(--scene-bulb)"
          opacity={0.22}
        />
      ) : null}
      <path
        d="M-17 -232H17L20 -218L0 -182L-20 -218Z"
        fill="#fff8ea"
        stroke="#0e0b1f"
        strokeWidth={3}
        strokeLinejoin="round"
      />
      <circle cy={-215} r={7} fill={lit ? 'var(--scene-gold)' : 'var(--scene-red)'} />
    </g>
  );
}
