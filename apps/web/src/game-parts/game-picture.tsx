/// <reference types="vite/client" />
/** The picture on a game's card: 288 x 132, cut to fill its frame. */
import type { GameCardPart } from '@fairground/game-kit/web';
import { byFolder } from './list.ts';
import '@fairground/site-kit/art/scene.css';

const cards = byFolder(
  import.meta.glob<{ default: GameCardPart }>('../../../../games/*/web/card.tsx', { eager: true }),
);

export const cardOf = (folder: string): GameCardPart | undefined => cards.get(folder);

export function GamePicture({ folder }: { folder: string }) {
  'use memo';
  const Picture = cardOf(folder)?.Picture;
  return (
    <svg
      className="scene-svg"
      viewBox="0 0 288 132"
      width="100%"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {Picture && <Picture />}
    </svg>
  );
}
