/** The site's own ad for the game: what moves in front of its rings. */
import type { AdMotion, GameAdPart } from '@fairground/game-kit/web';
import { FerrisWheel } from '@fairground/site-kit/art/ferris-wheel.tsx';

export default { ground: '#33244f', ring: '#a63d52', Scene: WheelScene } satisfies GameAdPart;

function WheelScene({ motion }: { motion: AdMotion }) {
  return (
    <g className={motion.quick}>
      <FerrisWheel x={200} y={120} scale={0.86} />
    </g>
  );
}
