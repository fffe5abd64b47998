/** The site's own ad for the game: what moves in front of its rings. */
import type { AdMotion, GameAdPart } from '@fairground/game-kit/web';

export default { ground: '#1f2350', ring: '#4a5aa8', Scene: PegsScene } satisfies GameAdPart;

const pegs = [
  [112, '#2f7f86'],
  [200, '#ff6b6b'],
  [288, '#9b5de5'],
] as const;

function PegsScene({ motion }: { motion: AdMotion }) {
  return (
    <>
      <path d="M48 178H352L384 236H16Z" fill="#b9774a" />
      <path d="M48 178H352L356 186H44Z" fill="#d79a66" />
      {pegs.map(([x, fill]) => (
        <g key={x}>
          <ellipse cx={x} cy={206} rx={26} ry={9} fill="#7a4a2c" />
          <path d={`M${x - 9} 206V118A9 9 0 0 1 ${x + 9} 118V206Z`} fill={fill} />
          <circle cx={x} cy={112} r={12} fill="#ffd166" />
        </g>
      ))}
      <path d="M168 178A32 12 0 0 0 232 178" fill="none" stroke="#ffb627" strokeWidth={11} />
      <g className={motion.bob} fill="none">
        <g transform="rotate(-16 296 62)">
          <ellipse cx={296} cy={64} rx={38} ry={17} stroke="#b97d08" strokeWidth={11} />
          <ellipse cx={296} cy={60} rx={38} ry={17} stroke="#ffd166" strokeWidth={9} />
        </g>
      </g>
    </>
  );
}
