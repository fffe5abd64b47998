/** What the badges of the High Striker show. */
import type { GameBadges } from '@fairground/game-kit/web';

const First = () => (
  <g transform="rotate(38)">
    <rect x={-3} y={-8} width={6} height={38} rx={3} fill="var(--scene-gold)" />
    <rect x={-19} y={-28} width={38} height={21} rx={5} fill="var(--scene-red)" />
    <rect x={-19} y={-28} width={7} height={21} rx={3} fill="var(--scene-paper)" />
    <rect x={12} y={-28} width={7} height={21} rx={3} fill="var(--scene-paper)" />
  </g>
);

const Close = () => (
  <>
    <rect x={-11} y={-30} width={22} height={60} rx={4} fill="var(--scene-paper)" />
    <path d="M-24 -4H24" stroke="#ff6b6b" strokeWidth={4} strokeLinecap="round" />
    <circle cy={-12} r={9} fill="#0e0b1f" />
    <circle cx={-2.4} cy={-14.6} r={2.6} fill="#fff8ea" opacity={0.7} />
  </>
);

const Bell = () => (
  <>
    <path d="M-24 16Q-16 8 -16 -6Q-16 -24 0 -24Q16 -24 16 -6Q16 8 24 16Z" fill="var(--scene-gold)" />
    <path d="M4 -23Q16 -21 16 -6Q16 8 24 16H10Q6 0 4 -23Z" fill="#0e0b1f" opacity={0.14} />
    <circle cy={21} r={5.6} fill="#b9770f" />
    <circle cy={-26} r={4} fill="var(--scene-gold)" />
    <path
      d="M-29 -16Q-33 -8 -29 0M29 -16Q33 -8 29 0"
      stroke="#fff8ea"
      strokeWidth={2.6}
      fill="none"
      strokeLinecap="round"
    />
  </>
);

export default {
  'high-striker-first': First,
  'high-striker-close': Close,
  'high-striker-bell': Bell,
} satisfies GameBadges;
