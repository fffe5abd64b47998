/** The texts of the page, which come with it. */
import type texts from './messages/page/en.json';
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';

export type PlayTranslate = ReturnType<typeof usePlayTexts>;

export const usePlayTexts = pageTexts<typeof texts>({
  en: () => import('./messages/page/en.json'),
  es: () => import('./messages/page/es.json'),
});
