/** The fixed parts of Aviator's stage, drawn once for each size: sky, fair, meadow, the high striker. */
import { FarSilhouettes } from '@fairground/site-kit/art/far-silhouettes.tsx';
import { FerrisWheel } from '@fairground/site-kit/art/ferris-wheel.tsx';
import { Meadow, Tree } from '@fairground/site-kit/art/meadow.tsx';
import { SkyRings } from '@fairground/site-kit/art/sky.tsx';
import { Tent } from '@fairground/site-kit/art/tent.tsx';
import { strikerHalf } from './stage-model.ts';
import type { Box } from './stage-model.ts';

/** Classes of the layers of one picture, which are moved by transform alone. */
export const layer = 'pointer-events-none absolute top-0 left-0 block';

/** One still picture for the browser to cache: nothing in it moves while the rocket flies. */
export function StageBackdrop({ box }: { box: Box }) {
  const { width, height, ground, unit } = box;
  const reach = Math.max(width / 1035, height / 830);
  const wheel = 1.16 * unit;
  const hub = ground - 122 * wheel;
  const all = { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': true } as const;
  return (
    <>
      <svg {...all} className={layer}>
        <SkyRings cx={width * 0.56} cy={ground - 30} inner={190 * reach} step={142 * reach} />
      </svg>
      <svg {...all} className={layer}>
        <FarSilhouettes x={width * 0.06} y={ground + 2} scale={(width / 1072) * 0.86} />
      </svg>
      <svg
        className={layer}
        width={260 * wheel}
        height={260 * wheel}
        viewBox="-130 -112 260 260"
        style={{ transform: `translate(${width * 0.735 - 130 * wheel}px, ${hub - 112 * wheel}px)` }}
        aria-hidden="true"
      >
        <FerrisWheel x={0} y={0} />
      </svg>
      <svg {...all} className={layer}>
        <Meadow width={width} y={ground - 8} height={height - ground + 8} grass={width < 640 ? 14 : 26} />
        <Tree x={width * 0.255} y={ground} scale={0.62 * unit} />
        <Tree x={width * 0.405} y={ground} scale={0.72 * unit} wide />
        <Tree x={width * 0.695} y={ground} scale={0.46 * unit} />
        <Tent x={width * 0.335} y={ground + 2} scale={0.58 * unit} color="teal" stripes={11} />
        <Tent x={width * 0.615} y={ground + 2} scale={0.4 * unit} color="amber" />
        <Tent x={width * 0.885} y={ground + 2} scale={0.64 * unit} color="red" stripes={11} />
        <Tree x={width * 0.965} y={ground} scale={0.8 * unit} />
      </svg>
      <Striker box={box} />
    </>
  );
}

/** A slim tower with a bell: the canvas above it paints its column and its puck. */
function Striker({ box }: { box: Box }) {
  const half = strikerHalf(box);
  const height = box.ground - box.top;
  const bell = half * 2;
  return (
    <svg
      className={layer}
      width={half * 5}
      height={height + bell * 2 + 14}
      viewBox={`${-half * 2.5} ${-bell * 2} ${half * 5} ${height + bell * 2 + 14}`}
      style={{ transform: `translate(${box.strikerX - half * 2.5}px, ${box.top - bell * 2}px)` }}
      aria-hidden="true"
    >
      <path
        d={`M${-half} ${-4}H${half}L${half * 1.7} ${height + 6}H${-half * 1.7}Z`}
        fill="var(--scene-shade)"
        opacity={0.55}
      />
      <rect x={-half} y={-4} width={half * 2} height={height + 6} fill="var(--scene-white)" />
      <rect x={-half + 2.5} y={-1} width={half * 2 - 5} height={height + 2} fill="var(--stage-column)" />
      <path
        d={`M${-bell * 0.9} -4A${bell * 0.9} ${bell * 0.85} 0 0 1 ${bell * 0.9} -4Z`}
        fill="var(--scene-gold)"
      />
      <rect x={-bell} y={-6} width={bell * 2} height={4} rx={2} fill="#b9770f" />
      <circle cy={-4 - bell * 0.85} r={half * 0.32} fill="#b9770f" />
      <rect
        x={-half * 1.9}
        y={height}
        width={half * 3.8}
        height={half + 3}
        rx={3}
        fill="var(--scene-red-deep)"
      />
    </svg>
  );
}
