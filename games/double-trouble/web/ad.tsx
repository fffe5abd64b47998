/** The site's own ad for the game: what moves in front of its rings. */
import type { AdMotion, GameAdPart } from '@fairground/game-kit/web';

export default { ground: '#3d1c33', ring: '#a63d52', Scene: BallsScene } satisfies GameAdPart;

function BallsScene({ motion }: { motion: AdMotion }) {
  const balls = [
    [150, 92, 7, '#ffb627'],
    [214, 68, 15, '#6cc5ff'],
    [256, 120, 22, '#fff8ea'],
    [190, 140, 30, '#ff6b6b'],
  ] as const;
  return (
    <>
      <circle cx={200} cy={112} r={92} fill="#0e0b1f" stroke="#ffb627" strokeWidth={10} />
      {balls.map(([x, y, number, fill], index) => (
        <g key={number} className={motion.bob} style={{ animationDelay: `${index * -600}ms` }}>
          <circle cx={x} cy={y} r={30} fill={fill} />
          <circle cx={x} cy={y} r={18} fill="#fff8ea" />
          <text x={x} y={y + 7} textAnchor="middle" fontSize={20} fontWeight={700} fill="#0e0b1f">
            {number}
          </text>
        </g>
      ))}
    </>
  );
}
