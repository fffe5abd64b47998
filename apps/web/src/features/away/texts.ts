/** The texts of the note, which come with it. */
import type texts from './messages/en.json';
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';

export const useAwayTexts = pageTexts<typeof texts>({
  en: () => import('./messages/en.json'),
  es: () => import('./messages/es.json'),
});
