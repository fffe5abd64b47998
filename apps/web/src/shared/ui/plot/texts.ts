/** The texts of plots, which come with them. */
import type texts from './messages/en.json';
import { pageTexts } from '../../i18n/page-texts.ts';

export const usePlotTexts = pageTexts<typeof texts>({
  en: () => import('./messages/en.json'),
  es: () => import('./messages/es.json'),
});
