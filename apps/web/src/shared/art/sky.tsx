/** The sky: six flat rings around the fair's light, and stars. Groups, to be placed inside an svg. */
import { scatter, short } from './random.ts';
import './scene.css';

export type SkyRingsProps = {
  cx: number;
  cy: number;
  /** Radius of the innermost, warmest ring; each further one is larger by `step`. */
  inner: number;
  step: number;
};

/** Fills a very large area; let the svg's own bounds cut it. */
export function SkyRings({ cx, cy, inner, step }: SkyRingsProps) {
  return (
    <g>
      <rect x={cx - 6000} y={cy - 6000} width={12000} height={12000} fill="var(--scene-ring-0)" />
      {[1, 2, 3, 4, 5].map((ring) => (
        <circle key={ring} cx={cx} cy={cy} r={inner + (5 - ring) * step} fill={`var(--scene-ring-${ring})`} />
      ))}
    </g>
  );
}

export type StarFieldProps = { width: number; height: number; count?: number; seed?: number };

export function StarField({ width, height, count = 40, seed = 7 }: StarFieldProps) {
  return (
    <g fill="var(--scene-star)">
      {scatter(count, seed).map(([x, y, size], index) =>
        index % 9 === 0 ? (
          <Spark key={index} x={short(x * width)} y={short(y * height)} size={short(4 + size * 4)} />
        ) : (
          <circle
            key={index}
            cx={short(x * width)}
            cy={short(y * height)}
            r={short(0.7 + size * 1.1)}
            opacity={short(0.35 + size * 0.6)}
          />
        ),
      )}
    </g>
  );
}

export type SparkProps = { x: number; y: number; size: number; fill?: string };

/** A four-pointed glint. */
export function Spark({ x, y, size, fill = 'var(--scene-star)' }: SparkProps) {
  const s = size;
  const q = short(size * 0.16);
  return (
    <path
      transform={`translate(${x} ${y})`}
      fill={fill}
      d={`M0 ${-s}Q${q} ${-q} ${s} 0Q${q} ${q} 0 ${s}Q${-q} ${q} ${-s} 0Q${-q} ${-q} 0 ${-s}Z`}
    />
  );
}
