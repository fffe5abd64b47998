/** The tower with its bell, the flag of the target, and the puck that flies as high as was drawn. */
import type { InstantPhase } from '@fairground/game-kit/web/instant';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { placeOnTower } from '../../tower-scale.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import styles from '../high-striker.module.css';

interface TowerProps {
  phase: InstantPhase;
  /** Null while what was typed is no target. */
  target: number | null;
  /** Where the strike that flies or has landed ends; null before. */
  height: number | null;
  strikeId: string | null;
  onLanded?: () => void;
  /** How far the hammer is raised, where a replay sets it: 1 is the most. */
  swung?: number;
}

/** In units of the picture, 300 by 420. */
const foot = 352;
const top = 76;
const yOf = (height: number): number => foot - placeOnTower(height) * (foot - top);
const marks = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
/** Marks that a small tower has room to name. */
const majorMarks = [1, 2, 5, 10, 50, 100, 1_000];
const bulbs = Array.from({ length: 9 }, (_, at) => foot - 14 - at * 31);

export function Tower({ phase, target, height, strikeId, onLanded, swung }: TowerProps) {
  const { formatFactor } = useFormat();
  const rise = height === null ? 0 : foot - yOf(height);
  const lit = height !== null && (phase === 'won' || phase === 'lost') ? yOf(height) : foot + 1;
  return (
    <svg viewBox="0 0 300 420" className={styles.tower} data-phase={phase} aria-hidden="true">
      <ellipse cx={150} cy={396} rx={128} ry={16} fill="#0c2128" opacity={0.45} />
      <path d="M104 384L118 52H182L196 384Z" fill="var(--hs-board)" />
      <path d="M104 384L118 52H124L112 384ZM196 384L182 52H176L188 384Z" fill="var(--hs-stripe)" />
      <rect x={138} y={64} width={24} height={300} rx={4} fill="var(--hs-groove)" />
      {marks.map((mark) => (
        <g key={mark}>
          <path d={`M126 ${yOf(mark)}H136M164 ${yOf(mark)}H174`} stroke="#46304f" strokeWidth={2.5} />
          <text
            x={208}
            y={yOf(mark) + 5}
            className={cn(
              'fill-text text-22 font-bold sm:text-14',
              !majorMarks.includes(mark) && 'max-sm:hidden',
            )}
          >
            {`${formatFactor(mark)}x`}
          </text>
        </g>
      ))}
      {bulbs.map((y) => (
        <g key={y} fill={y >= lit ? '#ffd166' : 'var(--hs-bulb-off)'}>
          <circle cx={118 - ((384 - y) / 332) * -10 - 18} cy={y} r={5} />
        </g>
      ))}
      {target !== null && (
        <g
          className="transition-transform duration-200 ease-[ease-out]"
          style={{ transform: `translateY(${yOf(target)}px)` }}
          data-part="target"
        >
          <path d="M78 0H162" stroke="var(--hs-target)" strokeWidth={3} strokeDasharray="6 4" />
          <path d="M78 -13H34L42 0L34 13H78Z" fill="var(--hs-target)" />
          <path d="M56 -6L62 0L56 6" fill="none" stroke="var(--hs-target-ink)" strokeWidth={2.5} />
        </g>
      )}
      <g className={styles.bell} data-part="bell">
        <path d="M150 22V12" stroke="#b9770f" strokeWidth={5} />
        <path d="M116 60Q120 18 150 18T184 60Z" fill="#ffb627" />
        <path d="M110 60H190V68H110Z" rx={3} fill="#b9770f" />
        <path d="M132 50Q134 30 146 28" fill="none" stroke="#fff8ea" strokeWidth={4} opacity={0.6} />
        <circle cx={150} cy={71} r={7} fill="#7a4a05" />
      </g>
      <g
        key={strikeId ?? 'none'}
        className={styles.puck}
        data-part="puck"
        style={{ transform: `translateY(${-rise}px)` }}
        onAnimationEnd={(event) => {
          if (event.target === event.currentTarget) onLanded?.();
        }}
      >
        <rect x={132} y={foot - 7} width={36} height={14} rx={5} fill="#d9575f" />
        <rect x={132} y={foot - 7} width={36} height={5} rx={2.5} fill="#ff8a8a" />
      </g>
      <path d="M84 372H216L226 398H74Z" fill="#a63d52" />
      <path d="M84 372H216L219 380H81Z" fill="#d9575f" />
      <path d="M216 390L262 384V398H222Z" fill="#6b6491" />
      <g
        className={styles.hammer}
        style={swung === undefined ? undefined : { transform: `rotate(${-64 * swung}deg)` }}
      >
        <rect x={262} y={308} width={9} height={80} rx={4} fill="#b9770f" transform="rotate(24 266 388)" />
        <g transform="rotate(24 266 388)">
          <rect x={240} y={288} width={54} height={28} rx={6} fill="#efdfb8" />
          <path d="M250 288V316M284 288V316" stroke="#d9575f" strokeWidth={6} />
        </g>
      </g>
    </svg>
  );
}
