/** What the badges of Minefield show. */
import type { GameBadges } from '@fairground/game-kit/web';

function Jewel({ x = 0, y = 0, scale = 1 }: { x?: number; y?: number; scale?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path d="M-24 -8L-12 -22H12L24 -8L0 24Z" fill="#4fe0b0" />
      <path d="M-24 -8H24L0 24Z" fill="#2fae88" />
      <path d="M-10 -8L0 -22L10 -8L0 24Z" fill="#a6f2d9" opacity={0.7} />
    </g>
  );
}

const First = () => (
  <>
    <path d="M12 -28L-6 6" stroke="var(--scene-gold)" strokeWidth={6} strokeLinecap="round" />
    <path d="M4 -30L20 -24" stroke="var(--scene-gold)" strokeWidth={6} strokeLinecap="round" />
    <path d="M-16 -2L4 10Q0 26 -20 28Q-24 10 -16 -2Z" fill="#c9d3e2" />
    <path d="M-30 30Q-6 20 30 30Z" fill="var(--scene-grass)" />
  </>
);

const Clear = () => <Jewel scale={1.1} />;

const Expert = () => (
  <>
    <Jewel y={-13} scale={0.6} />
    <Jewel x={-16} y={13} scale={0.6} />
    <Jewel x={16} y={13} scale={0.6} />
  </>
);

export default {
  'minefield-first': First,
  'minefield-clear': Clear,
  'minefield-expert': Expert,
} satisfies GameBadges;
