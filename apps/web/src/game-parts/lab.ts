/// <reference types="vite/client" />
/** How each game is simulated in the strategy lab, by its folder. Used by the page and by its worker. */
import type { GameLabPart } from '@fairground/game-kit/web/lab';
import { byFolder } from './by-folder.ts';

export const labParts = byFolder(
  import.meta.glob<{ default: GameLabPart }>('../../../../games/*/web/lab.ts', { eager: true }),
);
