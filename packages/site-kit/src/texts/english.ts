/** The English texts of the kit, which an application loads with its own. */
import api from '../api/messages/en.json' with { type: 'json' };
import forms from '../forms/messages/en.json' with { type: 'json' };
import guest from '../guest/messages/en.json' with { type: 'json' };
import live from '../live/messages/en.json' with { type: 'json' };
import maintenance from '../maintenance/messages/en.json' with { type: 'json' };
import pwa from '../pwa/messages/en.json' with { type: 'json' };
import session from '../session/messages/en.json' with { type: 'json' };
import ui from '../ui/messages/en.json' with { type: 'json' };

export const kitEnglish = {
  ...api,
  ...forms,
  ...guest,
  ...live,
  ...maintenance,
  ...pwa,
  ...session,
  ...ui,
};

declare module '../i18n/i18n.ts' {
  interface Register {
    kit: typeof kitEnglish;
  }
}
