/** A star, for signs, coins and badges. A group, to be placed inside an svg. */
import { short } from './random.ts';

export type StarProps = { size: number; fill: string; x?: number; y?: number };

/** A five-pointed star around (x, y). */
export function Star({ size, fill, x = 0, y = 0 }: StarProps) {
  const points = Array.from({ length: 10 }, (_, index) => {
    const r = index % 2 === 0 ? size : size * 0.45;
    const angle = (Math.PI * index) / 5;
    return `${short(x + Math.sin(angle) * r)} ${short(y - Math.cos(angle) * r)}`;
  });
  return <path d={`M${points.join('L')}Z`} fill={fill} />;
}
