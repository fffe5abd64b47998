/** The texts of the list and of the choices, which come with them. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import type texts from './messages/page/en.json';

export const useNoticesTexts = pageTexts<typeof texts>({
  en: () => import('./messages/page/en.json'),
  es: () => import('./messages/page/es.json'),
});
