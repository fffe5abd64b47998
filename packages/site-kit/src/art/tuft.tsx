/** Grass, to be placed inside an svg. */
import { short } from './random.ts';

export type TuftProps = { x: number; y: number; size: number };

/** Three blades; takes its color from the group around it. */
export function Tuft({ x, y, size: s }: TuftProps) {
  const at = (dx: number, dy: number): string => `${short(s * dx)} ${short(s * dy)}`;
  return (
    <path
      transform={`translate(${x} ${y})`}
      d={
        `M${at(-0.5, -0.55)}Q${at(-0.1, -0.3)} ${at(-0.08, -0.1)}L0 ${-s}L${at(0.1, -0.1)}` +
        `Q${at(0.15, -0.35)} ${at(0.52, -0.6)}Q${at(0.4, 0)} ${at(0.2, 0)}` +
        `H${short(-s * 0.2)}Q${at(-0.4, 0)} ${at(-0.5, -0.55)}Z`
      }
    />
  );
}
