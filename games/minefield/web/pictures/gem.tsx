/** The gem of pictures and plots. */

import { gemFaces } from '../../plot-shapes.ts';

interface GemProps {
  x: number;
  y: number;
  size: number;
}

/** Our gem: a glowing acorn-shaped lump of mint glass with one facet and one highlight. Sits on (x, y). */
export function Gem({ x, y, size: s }: GemProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${s / 20})`}>
      <circle cy={-12} r={24} fill="#4fe0b0" opacity={0.16} />
      {gemFaces.map(([d, ink]) => (
        <path key={ink} d={d} fill={ink} />
      ))}
    </g>
  );
}
