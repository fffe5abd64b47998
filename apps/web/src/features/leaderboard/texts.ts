/** The texts of the page, which come with it. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import english from './messages/page/en.json' with { type: 'json' };

export const useBoardTexts = pageTexts<typeof english>({
  en: english,
  es: () => import('./messages/page/es.json'),
});
