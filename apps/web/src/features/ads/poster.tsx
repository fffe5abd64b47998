/**
 * The fair's own posters, printed in four inks. The bulbs of the frame count: each that is lit is a part of
 * the time that has been watched.
 */
import type { AdCreative } from '@fairground/contract/ads';
import { useT, type MessageKey } from '../../shared/i18n/i18n.ts';
import { FerrisWheel } from '../../shared/scene/ferris-wheel.tsx';
import { Burst, Rocket } from '../../shared/scene/rocket.tsx';
import { short } from '../../shared/scene/random.ts';
import type { ReactNode } from 'react';
import './ads.css';

const names = ['wheel', 'aviator', 'minefield', 'double-trouble', 'lottery'] as const;
type PosterName = (typeof names)[number];

const isPoster = (name: string): name is PosterName => names.some((known) => known === name);

interface PosterProps {
  creative: AdCreative;
  /** 0 to 1. */
  watched: number;
  /** How many bulbs the frame has: one a second, within reason. */
  bulbs: number;
}

const width = 400;
const height = 300;

export function Poster({ creative, watched, bulbs }: PosterProps) {
  const t = useT();
  const name = isPoster(creative.name) ? creative.name : 'wheel';
  const { ground, ring, scene: Scene } = posters[name];
  const lit = Math.floor(watched * bulbs + 1e-6);
  return (
    <figure className="ad-poster relative overflow-hidden md:rounded-control">
      <svg viewBox={`0 0 ${width} ${height}`} className="block w-full" aria-hidden="true">
        <rect width={width} height={height} fill="#efdfb8" />
        <rect x={16} y={16} width={width - 32} height={height - 32} rx={6} fill={ground} />
        <g clipPath="url(#ad-poster-frame)">
          {[190, 140, 92].map((r, index) => (
            <circle key={r} cx={200} cy={150} r={r} fill={ring} opacity={0.28 + index * 0.16} />
          ))}
          <Scene />
          <path d="M16 228Q110 204 200 220T384 212V290H16Z" fill="#14352f" />
        </g>
        <defs>
          <clipPath id="ad-poster-frame">
            <rect x={16} y={16} width={width - 32} height={height - 32} rx={6} />
          </clipPath>
        </defs>
        {frame(bulbs).map(([x, y], index) => (
          <g key={index}>
            <circle cx={x} cy={y} r={10} fill="#ffb627" opacity={index < lit ? 0.4 : 0} />
            <circle
              cx={x}
              cy={y}
              r={5}
              fill={index < lit ? '#ffd166' : '#2f2862'}
              stroke="#0e0b1f"
              strokeWidth={1.5}
            />
          </g>
        ))}
      </svg>
      <figcaption className="absolute inset-x-[6%] bottom-[7.5%] grid justify-items-center gap-0.5 text-center text-cream-50">
        <span className="font-display text-[24px] leading-7 uppercase sm:text-[30px] sm:leading-8">
          {t(`ads.poster.${name}` satisfies MessageKey)}
        </span>
        <span className="text-[14px] leading-5 font-bold sm:text-[16px]">
          {t(`ads.poster.${name}Text` satisfies MessageKey)}
        </span>
      </figcaption>
    </figure>
  );
}

/** Evenly round the frame, clockwise from the upper left corner. */
function frame(count: number): readonly (readonly [number, number])[] {
  const [w, h] = [width - 16, height - 16];
  const around = 2 * (w + h);
  return Array.from({ length: count }, (_, index) => {
    const at = (around * index) / count;
    if (at < w) return [short(8 + at), 8] as const;
    if (at < w + h) return [8 + w, short(8 + at - w)] as const;
    if (at < 2 * w + h) return [short(8 + w - (at - w - h)), 8 + h] as const;
    return [8, short(8 + h - (at - 2 * w - h))] as const;
  });
}

const posters: Record<PosterName, { ground: string; ring: string; scene: () => ReactNode }> = {
  wheel: { ground: '#33244f', ring: '#a63d52', scene: WheelScene },
  aviator: { ground: '#1a1f4c', ring: '#3a4a92', scene: AviatorScene },
  minefield: { ground: '#123234', ring: '#2c7064', scene: MeadowScene },
  'double-trouble': { ground: '#3d1c33', ring: '#a63d52', scene: BallsScene },
  lottery: { ground: '#54300f', ring: '#dea93a', scene: TicketScene },
};

function WheelScene() {
  return (
    <g className="ad-quick">
      <FerrisWheel x={200} y={120} scale={0.86} />
    </g>
  );
}

function AviatorScene() {
  return (
    <>
      <g className="ad-twinkle">
        <Burst x={92} y={84} size={34} />
        <Burst x={318} y={70} size={22} inks={['#6cc5ff', '#fff8ea']} />
      </g>
      <g className="ad-climb">
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

function MeadowScene() {
  return (
    <>
      <path d="M16 52Q120 92 200 62T384 56" fill="none" stroke="#8f87ad" strokeWidth={2} />
      {[70, 136, 200, 266, 332].map((x, index) => (
        <g key={x} className="ad-twinkle" style={{ animationDelay: `${index * 400}ms` }}>
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

function BallsScene() {
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
        <g key={number} className="ad-bob" style={{ animationDelay: `${index * -600}ms` }}>
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

function TicketScene() {
  return (
    <g className="ad-bob">
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
