/// <reference types="vite/client" />
/** How each game shows a round that is over; a page loads the part of its own game alone. */
import type { GameRoundPart } from '@fairground/game-kit/web';
import { games } from './list.ts';

const loaders = import.meta.glob<{ default: GameRoundPart }>('../../../../games/*/web/round.tsx');

/** Undefined for a game that shows no rounds. */
export async function loadRoundPart(game: string): Promise<GameRoundPart | undefined> {
  const folder = games.find(({ id }) => id === game)?.folder;
  const [, load] = Object.entries(loaders).find(([path]) => path.includes(`/games/${folder}/`)) ?? [];
  return (await load?.())?.default;
}
