/** The gem of pictures and plots. */

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
      <path d="M-12 -22L0 -30L12 -22L16 -10L8 2H-8L-16 -10Z" fill="#4fe0b0" />
      <path d="M0 -30L12 -22L16 -10L3 -12Z" fill="#2fb98d" />
      <path d="M3 -12L16 -10L8 2H-2Z" fill="#1f9773" />
      <path d="M-12 -22L0 -30L3 -12L-16 -10Z" fill="#a9f5dc" />
    </g>
  );
}
