/** The drum: balls that pile, thirty lights that count the time to the draw, and a crank. Around (0, 0), 400 wide. */
import { lightCount } from '../draw-clock.ts';
import { mixedNumbers, pileOf } from './pile.ts';
import { Ball, sideOf } from './side.tsx';
import styles from '../double-trouble.module.css';

const inner = 158;
const rim = 196;

interface DrumProps {
  max: number;
  drawn: number | null;
  drawId: string;
  lights: number;
  /** How far the balls have turned, in degrees, where a replay sets it. */
  turn?: number;
}

export function Drum({ max, drawn, drawId, lights, turn }: DrumProps) {
  'use memo';
  // Each draw mixes the balls again; the seed only places them and has nothing to do with what is drawn.
  const seed = Number(drawId.slice(-7)) % 65_536;
  const numbers = mixedNumbers(max, drawn, seed);
  const { places, radius } = pileOf(numbers.length, inner, seed);
  return (
    <svg viewBox="-212 -206 470 440" className={styles.drum} aria-hidden="true">
      <path d="M-96 150L-140 232H-112L-62 172ZM96 150L140 232H112L62 172Z" fill="var(--dt-wood)" />
      <path d="M192 8H232V66" fill="none" stroke="var(--dt-paper)" strokeWidth={11} />
      <rect x={220} y={62} width={24} height={38} rx={7} fill="var(--scene-red)" />
      <circle r={rim} fill="var(--dt-rim)" />
      <circle r={rim - 1.5} fill="none" stroke="var(--dt-paper)" strokeWidth={3} />
      <circle r={inner + 6} fill="var(--dt-paper)" />
      <circle r={inner} fill="var(--dt-glass)" />
      <path
        d="M-98 -124Q-66 0 -98 124M98 -124Q66 0 98 124M-36 -154Q-24 0 -36 154M36 -154Q24 0 36 154"
        fill="none"
        stroke="var(--dt-wire)"
        strokeWidth={1.5}
      />
      <g
        key={drawId}
        className={turn === undefined ? styles.tumble : undefined}
        transform={turn === undefined ? undefined : `rotate(${turn})`}
      >
        {numbers.map((number, index) => {
          const place = places[index];
          return place ? (
            <Ball key={number} {...place} r={radius} number={number} side={sideOf(number, max)} />
          ) : null;
        })}
      </g>
      <path d="M-128 -66A144 144 0 0 1 -44 -137" fill="none" stroke="#fff8ea" strokeWidth={7} opacity={0.5} />
      {Array.from({ length: lightCount }, (_, index) => (
        <RimLight key={index} index={index} lit={index < lights} />
      ))}
    </svg>
  );
}

/** The first light is at the top; they go out from the last to the first, against the clock. */
function RimLight({ index, lit }: { index: number; lit: boolean }) {
  const angle = (Math.PI * 2 * index) / lightCount;
  const at = (inner + 6 + rim) / 2;
  const x = Math.sin(angle) * at;
  const y = -Math.cos(angle) * at;
  return (
    <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`} className="group" data-lit={lit || undefined}>
      <circle r={14} className="fill-(--scene-bulb) opacity-0 group-data-lit:opacity-20" />
      <circle r={7.5} className="fill-(--dt-lamp-off) group-data-lit:fill-(--scene-bulb)" />
      <circle cx={-2.2} cy={-2.4} r={2} className="fill-cream-50 opacity-0 group-data-lit:opacity-85" />
    </g>
  );
}
