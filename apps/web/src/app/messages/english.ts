/// <reference types="vite/client" />
/** The English texts that are loaded with the application; other pages bring theirs along. A key has one file. */
import achievements from '../../features/achievements/messages/en.json' with { type: 'json' };
import play from '../../features/play/messages/en.json' with { type: 'json' };
import tokens from '../../features/tokens/messages/en.json' with { type: 'json' };
import notices from '../../features/notices/messages/en.json' with { type: 'json' };
import offline from '../../features/offline/messages/en.json' with { type: 'json' };
import seasons from '../../features/seasons/messages/en.json' with { type: 'json' };
import games from '../../games/messages/en.json' with { type: 'json' };
import { kitEnglish } from '@fairground/site-kit/texts/english.ts';
import app from './en.json' with { type: 'json' };
import gameKit from '@fairground/game-kit/web/messages/en.json' with { type: 'json' };

const english = {
  ...app,
  ...games,
  ...play,
  ...tokens,
  ...offline,
  ...seasons,
  ...achievements,
  ...notices,
  ...kitEnglish,
  ...gameKit,
};

export type EnglishKey = keyof typeof english;

declare module '@fairground/site-kit/i18n/i18n.ts' {
  interface Register {
    application: typeof english;
  }
}

/** What header, cards and menus show of the games. */
const ofGames = import.meta.glob<Record<string, string>>(
  '../../../../../games/*/web/messages/en/shell.json',
  {
    eager: true,
    import: 'default',
  },
);

export const englishWithGames: Record<string, string> = Object.assign({}, english, ...Object.values(ofGames));
