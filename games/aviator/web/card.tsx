/** The card of Aviator: its picture, lit from within, so the same by night and by day, and the average return. */
import { defineGameCard } from '@fairground/game-kit/web';
import { Burst, Rocket } from '@fairground/site-kit/art/rocket.tsx';
import { Spark, StarField } from '@fairground/site-kit/art/stars.tsx';
import type { GameMessageKey } from '@fairground/site-kit/i18n/i18n.ts';
import type { AviatorConfig } from '../contract.ts';
import type { Texts } from './texts.ts';

const inks = ['#6cc5ff', '#fff8ea'] as const;

export default defineGameCard<AviatorConfig>({
  Picture: AviatorPicture,
  returnsBp: ({ rtpBp }) => [rtpBp],
  returnText: 'games.returnBeforeRounding' satisfies keyof Texts['shell'] as GameMessageKey,
});

function AviatorPicture() {
  return (
    <g>
      <AviatorGround />
      <Burst x={54} y={38} size={26} />
      <Burst x={106} y={18} size={12} inks={inks} />
      <path d="M-4 116Q130 112 208 44" fill="none" stroke="var(--scene-gold)" strokeWidth={7} />
      <path d="M-4 116Q130 112 208 44" fill="none" stroke="#fff8ea" strokeWidth={2.4} />
      <Rocket x={206} y={46} scale={0.5} turn={49} />
      <Spark x={82} y={66} size={6} />
      <Spark x={150} y={104} size={5} fill="var(--scene-bulb)" />
    </g>
  );
}

/** The fair by night, without what flies over it. */
export function AviatorGround() {
  return (
    <g>
      <rect width={288} height={132} fill="#1a1f4c" />
      <circle cx={216} cy={36} r={128} fill="#222a62" />
      <circle cx={216} cy={36} r={84} fill="#2c3878" />
      <circle cx={216} cy={36} r={50} fill="#3a4a92" />
      <g opacity={0.9}>
        <StarField width={288} height={84} count={18} seed={5} />
      </g>
      <path
        d="M0 132V112L22 92L44 108L60 94L78 112H118V106H140V114H168V98L206 82L244 98V116H288V132Z"
        fill="#141640"
      />
      <path d="M22 92V80L32 84L22 88ZM206 82V70L216 74L206 78Z" fill="#141640" />
    </g>
  );
}
