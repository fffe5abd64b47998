/** The site's own ad for the game: what moves in front of its rings. */
import type { AdMotion, GameAdPart } from '@fairground/game-kit/web';

export default { ground: '#33244f', ring: '#b9770f', Scene: TowerScene } satisfies GameAdPart;

function TowerScene({ motion }: { motion: AdMotion }) {
  return (
    <>
      <path d="M172 236L184 44H216L228 236Z" fill="#efdfb8" />
      <path d="M193 226V62H207V226Z" fill="#3a2340" />
      {[86, 116, 146, 176].map((y, index) => (
        <path
          key={y}
          d={`M181 ${y}H191M209 ${y}H219`}
          stroke={index % 2 === 0 ? '#ff6b6b' : '#2f7f86'}
          strokeWidth={6}
        />
      ))}
      <g className={motion.twinkle}>
        <circle cx={200} cy={42} r={34} fill="#ffd166" opacity={0.2} />
        <path d="M178 46Q178 18 200 18T222 46Z" fill="#ffb627" />
        <circle cx={200} cy={49} r={6} fill="#b9770f" />
      </g>
      <g className={motion.bob}>
        <rect x={190} y={98} width={20} height={11} rx={4} fill="#ff6b6b" />
        <path d="M200 114V152" stroke="#ffd166" strokeWidth={4} strokeDasharray="4 7" />
      </g>
      <g transform="rotate(-32 300 176)">
        <rect x={294} y={130} width={12} height={96} rx={4} fill="#b9770f" />
        <rect x={266} y={108} width={68} height={36} rx={7} fill="#efdfb8" />
        <path d="M278 108V144M322 108V144" stroke="#ff6b6b" strokeWidth={8} />
      </g>
    </>
  );
}
