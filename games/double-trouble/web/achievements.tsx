/** What the badges of Double Trouble show. */
import type { GameBadges } from '@fairground/game-kit/web';
import { Star } from '@fairground/site-kit/art/star.tsx';

function NumberBall({ x = 0, y = 0, r = 22, fill }: { x?: number; y?: number; r?: number; fill: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r={r} fill={fill} />
      <circle r={r * 0.58} fill="#fff8ea" />
      <ellipse cx={-r * 0.4} cy={-r * 0.55} rx={r * 0.2} ry={r * 0.12} fill="#fff8ea" opacity={0.8} />
    </g>
  );
}

const First = () => (
  <>
    <circle r={28} fill="none" stroke="var(--scene-wire)" strokeWidth={3} />
    <NumberBall x={-10} y={8} r={11} fill="#ff6b6b" />
    <NumberBall x={11} y={10} r={11} fill="#6cc5ff" />
    <NumberBall x={2} y={-10} r={11} fill="#ffd166" />
  </>
);

const Exact = () => (
  <>
    <NumberBall fill="#2f8f95" r={25} />
    <path d="M-8 -4H8M-8 5H8" stroke="#0e0b1f" strokeWidth={4.4} strokeLinecap="round" />
  </>
);

const Single = () => (
  <>
    <NumberBall fill="#ff6b6b" r={25} />
    <Star size={12} fill="#7a4a05" />
  </>
);

export default {
  'double-trouble-first': First,
  'double-trouble-exact': Exact,
  'double-trouble-number': Single,
} satisfies GameBadges;
