/** The texts of auto-play, which come with it. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import type english from './messages/en.json';

export const useAutoTexts = pageTexts<typeof english>({
  en: () => import('./messages/en.json'),
  es: () => import('./messages/es.json'),
});
