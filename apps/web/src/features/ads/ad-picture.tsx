/// <reference types="vite/client" />
/**
 * The site's own ads: a poster for each game, and one of the whole fair. The lights around the frame show the
 * progress: the lit part is the part of the time that has been watched.
 */
import type { AdCreative } from '@fairground/contract/ads';
import type { GameAdPart } from '@fairground/game-kit/web';
import { byFolder } from '../../game-parts/list.ts';
import { type GameMessageKey } from '@fairground/site-kit/i18n/i18n.ts';
import { short } from '@fairground/site-kit/art/random.ts';
import { Tent } from '@fairground/site-kit/art/tent.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import styles from './ads.module.css';
import { useTexts } from '../../texts.ts';

const scenes = byFolder(
  import.meta.glob<{ default: GameAdPart }>('../../../../../games/*/web/ad.tsx', { eager: true }),
);

/**
 * Before an ad has begun, and in place of one that this page does not know: a network's, or of a game without
 * a poster.
 */
const fair: GameAdPart = {
  ground: '#33244f',
  ring: '#2c7064',
  Scene: () => (
    <>
      <Tent x={112} y={236} scale={0.72} color="teal" />
      <Tent x={292} y={236} scale={0.72} color="amber" />
      <Tent x={200} y={240} />
    </>
  ),
};

interface AdPictureProps {
  /** Null before an ad has begun. */
  creative: AdCreative | null;
  /** 0 to 1. */
  watched: number;
  /** The number of lights of the frame: one per second, within limits. */
  lights: number;
}

const width = 400;
const height = 300;

export function AdPicture({ creative, watched, lights }: AdPictureProps) {
  'use memo';
  const t = useTexts('ads');
  const name = creative?.name ?? '';
  const poster = scenes.get(name);
  const { ground, ring, Scene } = poster ?? fair;
  const lit = Math.floor(watched * lights + 1e-6);
  return (
    <figure className="relative overflow-hidden md:rounded-control">
      <svg viewBox={`0 0 ${width} ${height}`} className="block w-full" aria-hidden="true">
        <rect width={width} height={height} fill="#efdfb8" />
        <rect x={16} y={16} width={width - 32} height={height - 32} rx={6} fill={ground} />
        <g clipPath="url(#ad-poster-frame)">
          {[190, 140, 92].map((r, index) => (
            <circle key={r} cx={200} cy={150} r={r} fill={ring} opacity={0.28 + index * 0.16} />
          ))}
          <Scene motion={styles} />
          <path d="M16 228Q110 204 200 220T384 212V290H16Z" fill="#14352f" />
        </g>
        <defs>
          <clipPath id="ad-poster-frame">
            <rect x={16} y={16} width={width - 32} height={height - 32} rx={6} />
          </clipPath>
        </defs>
        {frame(lights).map(([x, y], index) => (
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
      <figcaption
        className={cn(
          'absolute inset-x-[6%] bottom-[7.5%] grid justify-items-center gap-0.5',
          'text-center text-cream-50',
        )}
      >
        <span className="font-display text-24 leading-7 uppercase sm:text-30 sm:leading-8">
          {t(poster ? (`ads.poster.${name}` as GameMessageKey) : 'ads.fair')}
        </span>
        <span className="text-14 leading-5 font-bold sm:text-16">
          {t(poster ? (`ads.poster.${name}Text` as GameMessageKey) : 'ads.fairText')}
        </span>
      </figcaption>
    </figure>
  );
}

/** Evenly spaced along the frame, clockwise from the upper left corner. */
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
