/** The words of the guides, which come with this page alone. */
import type guide from '../../shared/i18n/en/guide.json';
import { pageTexts } from '../../shared/i18n/page-texts.ts';

export const useTexts = pageTexts({
  en: () => import('../../shared/i18n/en/guide.json'),
  es: () => import('../../shared/i18n/es/guide.json'),
});
export type GuideKey = keyof typeof guide;
