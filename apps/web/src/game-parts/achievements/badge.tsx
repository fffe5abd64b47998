/// <reference types="vite/client" />
/** A badge: a medal with a rim of lights around what it is for. One that was not reached is an outline in gray. */
import type { GameBadges } from '@fairground/game-kit/web';
import { short } from '@fairground/site-kit/art/random.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { byFolder } from '../list.ts';
import { ownGlyphs } from './own-glyphs.tsx';
import '@fairground/site-kit/art/scene.css';

const parts = byFolder(
  import.meta.glob<{ default: GameBadges }>('../../../../../games/*/web/achievements.tsx', { eager: true }),
);

const glyphs: GameBadges = Object.assign({}, ownGlyphs, ...parts.values()) as GameBadges;

const lights = Array.from({ length: 16 }, (_, index) => {
  const angle = (Math.PI * 2 * index) / 16;
  return { x: short(Math.sin(angle) * 42.5), y: short(-Math.cos(angle) * 42.5), isGold: index % 2 === 0 };
});

interface BadgeMedalProps {
  id: string;
  isReached: boolean;
  className?: string;
}

/** Decorative: the name of the badge is next to it. */
export function BadgeMedal({ id, isReached, className }: BadgeMedalProps) {
  const Glyph = glyphs[id];
  return (
    <svg
      viewBox="-50 -50 100 100"
      aria-hidden="true"
      className={cn('shrink-0', !isReached && 'opacity-45 grayscale', className)}
    >
      <circle r={49} fill="#2b2558" />
      <circle r={36.5} fill={isReached ? '#1a1f4c' : '#1e1942'} stroke="#0e0b1f" strokeWidth={1.5} />
      <circle r={36.5} fill="#fff8ea" opacity={0.06} cy={-6} />
      {lights.map(({ x, y, isGold }) => (
        <circle
          key={`${x} ${y}`}
          cx={x}
          cy={y}
          r={3}
          fill={isReached ? (isGold ? '#ffd166' : '#ff6b6b') : '#7a70bd'}
        />
      ))}
      {Glyph ? <Glyph /> : null}
    </svg>
  );
}
