/** The texts of rounds' pages, which come with them. */
import '../../games/proof-texts.ts';
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import english from './messages/en.json' with { type: 'json' };

export const useRoundTexts = pageTexts<typeof english>({
  en: english,
  es: () => import('./messages/es.json'),
});
