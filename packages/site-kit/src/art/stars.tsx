/** Stars of the sky, in a group for an svg, and the glint that they have in common with badges. */
import { scatter, short } from './random.ts';
import './scene.css';

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
