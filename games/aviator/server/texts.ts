/** What the server writes in both languages. */
import english from '../web/messages/en.json' with { type: 'json' };
import spanish from '../web/messages/es.json' with { type: 'json' };

export const badgeNames = { en: english.badges, es: spanish.badges };
export const roundTexts = { en: english.round, es: spanish.round };
