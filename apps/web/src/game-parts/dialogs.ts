/// <reference types="vite/client" />
/** The games that header and menus open as a dialog. Loaded with the part of the header that only players see. */
import type { GameHeaderPart } from '@fairground/game-kit/web';
import { byFolder, gamesWith } from './list.ts';

const parts = byFolder(
  import.meta.glob<{ default: GameHeaderPart }>('../../../../games/*/web/header.tsx', { eager: true }),
);

export const gameDialogs = gamesWith('dialog').flatMap(({ id, folder, dialog }) => {
  const part = parts.get(folder);
  return part === undefined ? [] : [{ id, title: dialog.title, ...part }];
});
