/// <reference types="vite/client" />
/** The Spanish texts that are loaded with the application, and the sentences of refusals. */
import achievements from '../../features/achievements/messages/es.json' with { type: 'json' };
import play from '../../features/play/messages/es.json' with { type: 'json' };
import tokens from '../../features/tokens/messages/es.json' with { type: 'json' };
import notices from '../../features/notices/messages/es.json' with { type: 'json' };
import offline from '../../features/offline/messages/es.json' with { type: 'json' };
import seasons from '../../features/seasons/messages/es.json' with { type: 'json' };
import games from '../../games/messages/es.json' with { type: 'json' };
import { kitSpanish } from '@fairground/site-kit/texts/spanish.ts';
import app from './es.json' with { type: 'json' };
import gameKit from '@fairground/game-kit/web/messages/es.json' with { type: 'json' };
import type { EnglishKey } from './english.ts';
import type { ProblemKey } from '@fairground/site-kit/i18n/problem-text.ts';

const texts = {
  ...app,
  ...games,
  ...play,
  ...tokens,
  ...offline,
  ...seasons,
  ...achievements,
  ...notices,
  ...kitSpanish,
  ...gameKit,
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
