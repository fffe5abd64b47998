/** The sky: six flat rings around the fair's light. A group, to be placed inside an svg. */
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
