/// <reference types="vite/client" />
/** What a player's page shows of each game. */
import type { GameProfilePart } from '@fairground/game-kit/web';
import { byFolder, games } from './list.ts';

const parts = byFolder(
  import.meta.glob<{ default: GameProfilePart }>('../../../../games/*/web/profile.tsx', { eager: true }),
);

export const ProfileSections = ({ userId, wide = false }: { userId: string; wide?: boolean }) =>
  games.map(({ folder, id }) => {
    const Section = parts.get(folder)?.Section;
    return Section && <Section key={id} userId={userId} wide={wide} />;
  });
