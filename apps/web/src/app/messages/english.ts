/// <reference types="vite/client" />
/** The English texts that are loaded with the application; other pages bring theirs along. A key has one file. */
import guestEntity from '../../entities/guest/messages/en.json' with { type: 'json' };
import liveEntity from '../../entities/live/messages/en.json' with { type: 'json' };
import maintenanceEntity from '../../entities/maintenance/messages/en.json' with { type: 'json' };
import sessionEntity from '../../entities/session/messages/en.json' with { type: 'json' };
import achievements from '../../features/achievements/messages/en.json' with { type: 'json' };
import play from '../../features/play/messages/en.json' with { type: 'json' };
import tokens from '../../features/tokens/messages/en.json' with { type: 'json' };
import notices from '../../features/notices/messages/en.json' with { type: 'json' };
import offline from '../../features/offline/messages/en.json' with { type: 'json' };
import seasons from '../../features/seasons/messages/en.json' with { type: 'json' };
import games from '../../games/messages/en.json' with { type: 'json' };
import api from '../../shared/api/messages/en.json' with { type: 'json' };
import forms from '../../shared/forms/messages/en.json' with { type: 'json' };
import pwa from '../../shared/pwa/messages/en.json' with { type: 'json' };
import ui from '../../shared/ui/messages/en.json' with { type: 'json' };
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
  ...guestEntity,
  ...liveEntity,
  ...maintenanceEntity,
  ...sessionEntity,
  ...api,
  ...forms,
  ...pwa,
  ...ui,
  ...gameKit,
};

export type EnglishKey = keyof typeof english;

declare module '../../shared/i18n/i18n.ts' {
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
