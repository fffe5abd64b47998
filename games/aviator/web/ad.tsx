/** The site's own ad for the game: what moves in front of its rings. */
import type { AdMotion, GameAdPart } from '@fairground/game-kit/web';
import { Burst, Rocket } from '@fairground/site-kit/art/rocket.tsx';

export default { ground: '#1a1f4c', ring: '#3a4a92', Scene: AviatorScene } satisfies GameAdPart;

function AviatorScene({ motion }: { motion: AdMotion }) {
  'use memo';
  return (
    <>
      <g className={motion.twinkle}>
        <Burst x={92} y={84} size={34} />
        <Burst x={318} y={70} size={22} inks={['#6cc5ff', '#fff8ea']} />
      </g>
      <g className={motion.climb}>
        <path
          d="M128 232Q180 210 198 152"
          fill="none"
          stroke="#ffb627"
          strokeWidth={8}
          strokeLinecap="round"
        />
        <Rocket x={198} y={154} scale={0.82} turn={16} />
      </g>
    </>
  );
}
