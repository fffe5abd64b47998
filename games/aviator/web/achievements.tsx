/** What the badges of Aviator show. */
import type { GameBadges } from '@fairground/game-kit/web';
import { Burst, Rocket } from '@fairground/site-kit/art/rocket.tsx';
import { Spark } from '@fairground/site-kit/art/stars.tsx';

const First = () => <Rocket y={26} scale={0.5} turn={24} x={-10} />;

const Close = () => (
  <>
    <Burst x={10} y={-12} size={20} />
    <Rocket x={-14} y={26} scale={0.3} turn={34} />
  </>
);

const Double = () => (
  <>
    <path
      d="M-28 22Q2 20 24 -22"
      fill="none"
      stroke="var(--scene-gold)"
      strokeWidth={5}
      strokeLinecap="round"
    />
    <circle cx={8} cy={4} r={17} fill="var(--scene-white)" />
    <text x={8} y={11} textAnchor="middle" fontSize={19} fontFamily="Bungee, sans-serif" fill="#0e0b1f">
      2x
    </text>
  </>
);

const High = () => (
  <>
    <Spark x={-20} y={-14} size={7} fill="var(--scene-bulb)" />
    <Spark x={20} y={-22} size={5} />
    <Spark x={22} y={6} size={6} fill="var(--scene-bulb)" />
    <Rocket y={14} scale={0.4} />
    <path d="M-28 26Q-22 14 -10 20Q0 10 10 20Q22 14 28 26Z" fill="#9aa6d8" />
  </>
);

const Pair = () => (
  <>
    <Rocket x={-14} y={22} scale={0.4} turn={-8} />
    <Rocket x={14} y={26} scale={0.4} turn={8} />
  </>
);

export default {
  'aviator-first': First,
  'aviator-close': Close,
  'aviator-double': Double,
  'aviator-high': High,
  'aviator-pair': Pair,
} satisfies GameBadges;
