/** The site's own ad for the game: what moves in front of its rings. */
import type { AdMotion, GameAdPart } from '@fairground/game-kit/web';

export default { ground: '#54300f', ring: '#dea93a', Scene: TicketScene } satisfies GameAdPart;

function TicketScene({ motion }: { motion: AdMotion }) {
  return (
    <g className={motion.bob}>
      <g transform="rotate(-7 200 124)">
        <path d="M78 60H322V106A14 14 0 0 0 322 134V188H78V134A14 14 0 0 0 78 106Z" fill="#fff8ea" />
        <path d="M256 64V184" stroke="#0e0b1f" strokeWidth={3} strokeDasharray="0 9" strokeLinecap="round" />
        {[8, 17, 21, 27, 40, 46].map((number, index) => {
          const [x, y] = [114 + (index % 3) * 54, 96 + Math.floor(index / 3) * 54];
          return (
            <g key={number}>
              <circle cx={x} cy={y} r={20} fill={index % 2 === 0 ? '#2f7f86' : '#0e0b1f'} />
              <text x={x} y={y + 6} textAnchor="middle" fontSize={18} fontWeight={700} fill="#fff8ea">
                {number}
              </text>
            </g>
          );
        })}
      </g>
    </g>
  );
}
