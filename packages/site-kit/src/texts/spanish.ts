/** The Spanish texts of the kit, and the sentences of refusals, which arrive in English. */
import api from '../api/messages/es.json' with { type: 'json' };
import forms from '../forms/messages/es.json' with { type: 'json' };
import guest from '../guest/messages/es.json' with { type: 'json' };
import live from '../live/messages/es.json' with { type: 'json' };
import maintenance from '../maintenance/messages/es.json' with { type: 'json' };
import pwa from '../pwa/messages/es.json' with { type: 'json' };
import session from '../session/messages/es.json' with { type: 'json' };
import ui from '../ui/messages/es.json' with { type: 'json' };
import problem from '../i18n/messages/es.json' with { type: 'json' };
import type { ProblemKey } from '../i18n/problem-text.ts';
import type { kitEnglish } from './english.ts';

export const kitSpanish = {
  ...api,
  ...forms,
  ...guest,
  ...live,
  ...maintenance,
  ...pwa,
  ...session,
  ...ui,
  ...(problem satisfies Record<ProblemKey, string>),
} satisfies Record<keyof typeof kitEnglish, string>;
