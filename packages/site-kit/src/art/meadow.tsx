/** The ground: three bands of meadow with tufts of grass, and round trees. Groups, to be placed inside an svg. */
import { scatter, short } from './random.ts';
import { Tuft } from './tuft.tsx';
import './scene.css';

export type MeadowProps = {
  width: number;
  /** y of the far edge of the ground. */
  y: number;
  /** From the far edge down to the bottom of the picture. */
  height: number;
  grass?: number;
};

export function Meadow({ width, y, height, grass = 26 }: MeadowProps) {
  const bottom = y + height + 4;
  const middle = y + height * 0.16;
  const near = y + height * 0.62;
  const w = width;
  const swell = Math.min(14, height * 0.1);
  return (
    <g>
      <path
        fill="var(--scene-meadow-far)"
        d={
          `M0 ${y}C${w * 0.2} ${y - swell} ${w * 0.36} ${y + swell * 0.4} ${w * 0.55} ${y - swell * 0.3}` +
          `S${w * 0.9} ${y - swell} ${w} ${y}V${bottom}H0Z`
        }
      />
      <path
        fill="var(--scene-meadow-mid)"
        d={
          `M0 ${middle}` +
          `C${w * 0.16} ${middle - swell * 0.8} ${w * 0.42} ${middle + swell * 0.7} ${w * 0.62} ${middle}` +
          `S${w * 0.9} ${middle - swell * 0.4} ${w} ${middle + swell * 0.4}V${bottom}H0Z`
        }
      />
      <g fill="var(--scene-grass)">
        {scatter(grass, 31).map(([gx, gy, size], index) => (
          <Tuft
            key={index}
            x={short(gx * w)}
            y={short(middle + height * 0.12 + gy * height * 0.34)}
            size={short(6 + size * 7)}
          />
        ))}
      </g>
      <path
        fill="var(--scene-meadow-near)"
        d={
          `M0 ${near}` +
          `C${w * 0.1} ${near - swell} ${w * 0.24} ${near - swell * 1.1} ${w * 0.38} ${near + swell * 0.3}` +
          `S${w * 0.72} ${near + swell} ${w} ${near - swell * 0.4}V${bottom}H0Z`
        }
      />
    </g>
  );
}

export type TreeProps = { x: number; y: number; scale?: number; wide?: boolean };

/** Stands on (x, y), 90 units high. */
export function Tree({ x, y, scale = 1, wide = false }: TreeProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`} fill="var(--scene-tree)">
      <path d="M-4 0V-30H4V0Z" />
      <path d="M-38 -32Q-42 -60 -20 -74Q0 -94 20 -76Q42 -62 38 -32Q34 -12 16 -14Q0 -8 -14 -14Q-34 -12 -38 -32Z" />
      {wide && <path d="M18 -20Q14 -44 36 -52Q58 -58 66 -38Q72 -16 52 -13Q36 -8 18 -20Z" />}
    </g>
  );
}
