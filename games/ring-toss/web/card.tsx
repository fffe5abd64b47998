/** The card of Ring Toss. */
import { defineGameCard } from '@fairground/game-kit/web';
import game from '../game.ts';

export default defineGameCard<object>({ Picture, returnsBp: () => game.returnsBp });

function Picture() {
  return (
    <g>
      <rect width={288} height={132} fill="#241c4a" />
      <circle cx={144} cy={66} r={46} fill="#33244f" />
      <circle cx={144} cy={66} r={30} fill="none" stroke="#ffd166" strokeWidth={10} />
    </g>
  );
}
