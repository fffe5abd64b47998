/** Grass, to be placed inside an svg. */
import { short } from './random.ts';

export type TuftProps = { x: number; y: number; size: number };

/** Three blades; takes its color from the group around it. */
export function Tuft({ x, y, size: s }: TuftProps) {
  return (
    <path
      transform={`translate(${x} ${y})`}
      d={`M${short(-s * 0.5)} ${short(-s * 0.55)}Q${short(-s * 0.1)} ${short(-s * 0.3)} ${short(-s * 0.08)} ${short(-s * 0.1)}L0 ${-s}L${short(s * 0.1)} ${short(-s * 0.1)}Q${short(s * 0.15)} ${short(-s * 0.35)} ${short(s * 0.52)} ${short(-s * 0.6)}Q${short(s * 0.4)} 0 ${short(s * 0.2)} 0H${short(-s * 0.2)}Q${short(-s * 0.4)} 0 ${short(-s * 0.5)} ${short(-s * 0.55)}Z`}
    />
  );
}
