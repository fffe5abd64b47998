/**
 * The card of Double Trouble: its picture, lit from within, so the same by night and by day, and the average return.
 */
import { defineGameCard } from '@fairground/game-kit/web';
import type { DoubleTroubleConfig } from '../contract.ts';

export default defineGameCard<DoubleTroubleConfig>({
  Picture: DoubleTroublePicture,
  returnsBp: ({ bets }) => bets.map(({ rtpBp }) => rtpBp),
});

const balls = [
  [129, 66, 3, 'sky'],
  [157, 60, 11, 'sky'],
  [118, 92, 7, 'sky'],
  [143, 88, 22, 'bulb'],
  [169, 84, 28, 'bulb'],
  [144, 110, 15, 'cream'],
  [168, 108, 30, 'bulb'],
  [120, 113, 9, 'sky'],
] as const;

function DoubleTroublePicture() {
  return (
    <g>
      <rect width={288} height={132} fill="#3b1836" />
      {[0, 1, 2, 3, 4, 5, 6, 7].map((ray) => (
        <path
          key={ray}
          d="M144 -20L-10 180H24Z"
          transform={`rotate(${-ray * 15.5 + 2} 144 -20)`}
          fill="#4d2145"
        />
      ))}
      <path d="M104 128L118 96H170L184 128Z" fill="#8d6a3a" />
      <circle cx={144} cy={72} r={60} fill="var(--scene-gold)" />
      <circle cx={144} cy={72} r={50} fill="#130f2a" />
      {Array.from({ length: 20 }, (_, index) => {
        const angle = (Math.PI * 2 * index) / 20;
        return (
          <circle
            key={index}
            cx={Math.round((144 + Math.sin(angle) * 55) * 10) / 10}
            cy={Math.round((72 - Math.cos(angle) * 55) * 10) / 10}
            r={2.2}
            fill="#fff8ea"
          />
        );
      })}
      <g transform="translate(0 -4)">
        {balls.map(([x, y, number, ink]) => (
          <Ball key={number} x={x} y={y} number={number} ink={ink} />
        ))}
      </g>
      <Ball x={38} y={114} number={19} ink="bulb" size={1.2} />
      <Ball x={250} y={114} number={5} ink="sky" size={1.2} />
      <rect x={84} y={126} width={120} height={8} rx={3} fill="#efdfb8" />
    </g>
  );
}

const ballInks = { sky: '#6cc5ff', bulb: '#ffb627', cream: '#efdfb8' } as const;

interface BallProps {
  x: number;
  y: number;
  number: number;
  ink: keyof typeof ballInks;
  size?: number;
}

/** A numbered ball: sky is Under, bulb is Over, cream is Exact. */
function Ball({ x, y, number, ink, size = 1 }: BallProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <circle r={13} fill={ballInks[ink]} />
      <path d="M-13 0A13 13 0 0 0 13 0Q8 9 0 9T-13 0Z" fill="#0e0b1f" opacity={0.14} />
      <circle r={8} fill="#fff8ea" />
      <text
        y={3.6}
        textAnchor="middle"
        fontSize={10}
        fontWeight={700}
        fontFamily="Figtree, system-ui, sans-serif"
        fill="#151130"
      >
        {number}
      </text>
    </g>
  );
}
