/// <reference types="vite/client" />
/** The Spanish texts that are loaded with the application, and the sentences of refusals. */
import guestEntity from '../../entities/guest/messages/es.json' with { type: 'json' };
import liveEntity from '../../entities/live/messages/es.json' with { type: 'json' };
import maintenanceEntity from '../../entities/maintenance/messages/es.json' with { type: 'json' };
import sessionEntity from '../../entities/session/messages/es.json' with { type: 'json' };
import achievements from '../../features/achievements/messages/es.json' with { type: 'json' };
import play from '../../features/play/messages/es.json' with { type: 'json' };
import tokens from '../../features/tokens/messages/es.json' with { type: 'json' };
import notices from '../../features/notices/messages/es.json' with { type: 'json' };
import offline from '../../features/offline/messages/es.json' with { type: 'json' };
import seasons from '../../features/seasons/messages/es.json' with { type: 'json' };
import games from '../../games/messages/es.json' with { type: 'json' };
import api from '../../shared/api/messages/es.json' with { type: 'json' };
import forms from '../../shared/forms/messages/es.json' with { type: 'json' };
import pwa from '../../shared/pwa/messages/es.json' with { type: 'json' };
import ui from '../../shared/ui/messages/es.json' with { type: 'json' };
import app from './es.json' with { type: 'json' };
import gameKit from '@fairground/game-kit/web/messages/es.json' with { type: 'json' };
import problem from '../../shared/i18n/messages/es.json' with { type: 'json' };
import type { EnglishKey } from './english.ts';
import type { ProblemKey } from '../../shared/i18n/problem-text.ts';

const texts = {
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
  ...(problem satisfies Record<ProblemKey, string>),
} satisfies Record<EnglishKey, string>;

/** A key that English does not have would need a text of type `never`: the compiler refuses it. */
const spanish: { [Key in keyof typeof texts]: Key extends EnglishKey | ProblemKey ? string : never } = texts;

const ofGames = import.meta.glob<Record<string, string>>(
  '../../../../../games/*/web/messages/es/shell.json',
  {
    eager: true,
    import: 'default',
  },
);

export const spanishWithGames: Record<string, string> = Object.assign({}, spanish, ...Object.values(ofGames));
