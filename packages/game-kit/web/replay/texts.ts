/** The texts of replays, which come with them. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import type english from './messages/en.json';

export const useReplayTexts = pageTexts<typeof english>({
  en: () => import('./messages/en.json'),
  es: () => import('./messages/es.json'),
});
