/** The texts of auto-play, loaded with it. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import english from './messages/en/auto-play.json' with { type: 'json' };

export const useT = pageTexts<typeof english>({
  en: english,
  es: () => import('./messages/es/auto-play.json'),
});
