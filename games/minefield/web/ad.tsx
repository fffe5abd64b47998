/** The site's own ad for the game: what moves in front of its rings. */
import type { AdMotion, GameAdPart } from '@fairground/game-kit/web';

export default { ground: '#123234', ring: '#2c7064', Scene: MeadowScene } satisfies GameAdPart;

function MeadowScene({ motion }: { motion: AdMotion }) {
  return (
    <>
      <path d="M16 52Q120 92 200 62T384 56" fill="none" stroke="#8f87ad" strokeWidth={2} />
      {[70, 136, 200, 266, 332].map((x, index) => (
        <g key={x} className={motion.twinkle} style={{ animationDelay: `${index * 400}ms` }}>
          <circle cx={x} cy={104} r={40} fill="#ffd166" opacity={0.16} />
          <path
            d={`M${x - 14} 82H${x + 14}Q${x + 22} 104 ${x + 14} 126H${x - 14}Q${x - 22} 104 ${x - 14} 82Z`}
            fill="#ffd166"
          />
          <rect x={x - 9} y={74} width={18} height={8} fill="#efdfb8" />
          <rect x={x - 9} y={126} width={18} height={8} fill="#efdfb8" />
        </g>
      ))}
      <path d="M60 236L104 172H296L340 236Z" fill="#2c7064" />
      <path d="M150 236L164 172M200 236V172M250 236L236 172M80 206H320" stroke="#123234" strokeWidth={3} />
    </>
  );
}
