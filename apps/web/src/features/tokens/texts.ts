/** The texts of the page, which come with it. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import type texts from './messages/page/en.json';

export const useTokensTexts = pageTexts<typeof texts>({
  en: () => import('./messages/page/en.json'),
  es: () => import('./messages/page/es.json'),
});
