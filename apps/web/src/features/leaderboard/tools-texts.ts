/** The texts of the board's tools, which come with them. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import english from './messages/tools/en.json' with { type: 'json' };

export const useToolsTexts = pageTexts<typeof english>({
  en: english,
  es: () => import('./messages/tools/es.json'),
});
