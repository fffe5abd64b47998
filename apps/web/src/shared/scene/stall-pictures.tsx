/** The pictures inside the four stalls: lit from within, so the same by night and by day. 288 x 132, cut to fill. */
import type { ReactNode } from 'react';
import { Spark, StarField } from './sky.tsx';
import { Star } from './ferris-wheel.tsx';
import { Tuft } from './meadow.tsx';
import { Burst, Rocket } from './rocket.tsx';
import './scene.css';

export type Stall = 'aviator' | 'minefield' | 'doubleTrouble' | 'lottery';

export type StallPictureProps = { stall: Stall; className?: string | undefined };

export function StallPicture({ stall, className }: StallPictureProps) {
  const Picture = pictures[stall];
  return (
    <svg
      className={className === undefined ? 'scene-svg' : `scene-svg ${className}`}
      viewBox="0 0 288 132"
      width="100%"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <Picture />
    </svg>
  );
}

const pictures: Record<Stall, () => ReactNode> = {
  aviator: AviatorPicture,
  minefield: MinefieldPicture,
  doubleTrouble: DoubleTroublePicture,
  lottery: LotteryPicture,
};

function AviatorPicture() {
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
      <Burst x={54} y={38} size={26} />
      <Burst x={106} y={18} size={12} inks={['#6cc5ff', '#fff8ea']} />
      <path d="M-4 116Q130 112 208 44" fill="none" stroke="var(--scene-gold)" strokeWidth={7} />
      <path d="M-4 116Q130 112 208 44" fill="none" stroke="#fff8ea" strokeWidth={2.4} />
      <Rocket x={206} y={46} scale={0.5} turn={49} />
      <Spark x={82} y={66} size={6} />
      <Spark x={150} y={104} size={5} fill="var(--scene-bulb)" />
    </g>
  );
}

function MinefieldPicture() {
  const rows = [
    [44, 66, 92, 196],
    [66, 98, 70, 218],
    [98, 138, 40, 248],
  ] as const;
  return (
    <g>
      <rect width={288} height={132} fill="#123234" />
      <circle cx={144} cy={104} r={150} fill="#163d3d" />
      <circle cx={144} cy={104} r={98} fill="#1c4b47" />
      <path d="M0 6Q70 20 144 8T288 6" fill="none" stroke="#8f87ad" strokeWidth={1.2} />
      {[34, 88, 144, 200, 254].map((x, index) => (
        <g key={x} transform={`translate(${x} ${index % 2 === 0 ? 14 : 18})`}>
          <path d="M0 -6V0" stroke="#8f87ad" />
          <circle cy={13} r={19} fill="var(--scene-bulb)" opacity={0.14} />
          <rect x={-5} y={0} width={10} height={4} fill="#efdfb8" />
          <path d="M-7 4H7Q11 13 7 22H-7Q-11 13 -7 4Z" fill="var(--scene-bulb)" />
          <path d="M-2.6 4Q-5 13 -2.6 22M2.6 4Q5 13 2.6 22" fill="none" stroke="#e59e1d" strokeWidth={1.2} />
          <rect x={-5} y={22} width={10} height={4} fill="#efdfb8" />
        </g>
      ))}
      {rows.map(([top, bottom, from, to], row) =>
        [0, 1, 2, 3, 4].map((column) => {
          const spread = row === 0 ? 17 : 21;
          const topAt = (n: number) => from + ((to - from) * n) / 5;
          const bottomAt = (n: number) => from - spread + ((to - from + spread * 2) * n) / 5;
          const dug = (row === 0 && column === 3) || (row === 1 && column === 1);
          const inset = 1.4;
          const x = (topAt(column) + bottomAt(column + 1)) / 2;
          return (
            <g key={`${row}-${column}`}>
              <path
                d={`M${topAt(column) + inset} ${top + inset}H${topAt(column + 1) - inset}L${bottomAt(column + 1) - inset} ${bottom - inset}H${bottomAt(column) + inset}Z`}
                fill={dug ? '#2a1c1c' : (row + column) % 2 === 0 ? '#3c8f68' : '#337d5d'}
              />
              {dug ? (
                <Gem x={x} y={bottom - 9} size={row === 0 ? 10 : 14} />
              ) : (
                <g fill="#6fbf86">
                  <Tuft x={x - 5} y={bottom - 8} size={8} />
                </g>
              )}
            </g>
          );
        }),
      )}
    </g>
  );
}

export type GemProps = { x: number; y: number; size: number };

/** Our gem: a glowing acorn-shaped lump of mint glass with one facet and one highlight. Sits on (x, y). */
export function Gem({ x, y, size: s }: GemProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${s / 20})`}>
      <circle cy={-12} r={24} fill="#4fe0b0" opacity={0.16} />
      <path d="M-12 -22L0 -30L12 -22L16 -10L8 2H-8L-16 -10Z" fill="#4fe0b0" />
      <path d="M0 -30L12 -22L16 -10L3 -12Z" fill="#2fb98d" />
      <path d="M3 -12L16 -10L8 2H-2Z" fill="#1f9773" />
      <path d="M-12 -22L0 -30L3 -12L-16 -10Z" fill="#a9f5dc" />
    </g>
  );
}

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

export type BallProps = { x: number; y: number; number: number; ink: keyof typeof ballInks; size?: number };

/** A numbered ball of Double Trouble: sky is Under, bulb is Over, cream is Exact. */
export function Ball({ x, y, number, ink, size = 1 }: BallProps) {
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

function LotteryPicture() {
  const punched = new Set([3, 9, 12, 13, 18, 24]);
  return (
    <g>
      <rect width={288} height={132} fill="#4d2f1c" />
      <path d="M0 96Q140 70 288 92V132H0Z" fill="#5f3d22" />
      <g transform="translate(144 68) rotate(-7)">
        <path d={ticketEdge} fill="#1d1210" opacity={0.35} transform="translate(4 6)" />
        <path d={ticketEdge} fill="#fff3da" />
        {Array.from({ length: 28 }, (_, index) => {
          const x = -92 + (index % 7) * 18.4;
          const y = -30 + Math.floor(index / 7) * 20;
          return punched.has(index) ? (
            <circle key={index} cx={x} cy={y} r={7} fill="#3a2219" />
          ) : (
            <circle key={index} cx={x} cy={y} r={6.2} fill="none" stroke="#c9454f" strokeWidth={1.5} />
          );
        })}
        <path d="M46 -42V42" stroke="#b98f4f" strokeWidth={2} strokeDasharray="2 5" strokeLinecap="round" />
        <Star x={78} y={-22} size={10} fill="#f0625f" />
        <path d="M62 4H94M62 14H94M62 24H84" stroke="#b98f4f" strokeWidth={3} />
      </g>
    </g>
  );
}

const ticketEdge =
  'M-110 -48H40A6 6 0 0 0 52 -48H110V-10A10 10 0 0 0 110 10V48H52A6 6 0 0 0 40 48H-110V10A10 10 0 0 0 -110 -10Z';
