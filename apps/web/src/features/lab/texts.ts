/** The texts of the lab, which come with this page alone. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';

export const useLabTexts = pageTexts({
  en: () => import('./texts-en.ts'),
  es: () => import('./texts-es.ts'),
});
