/** The texts of the pages of seasons, which come with them. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import english from './messages/page/en.json' with { type: 'json' };

export const useSeasonTexts = pageTexts<typeof english>({
  en: english,
  es: () => import('./messages/page/es.json'),
});
