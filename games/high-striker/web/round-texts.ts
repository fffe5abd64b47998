/** The texts of a result's page, which come with it. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import type english from './messages/en/round.json';

export const useT = pageTexts<typeof english>({
  en: () => import('./messages/en/round.json'),
  es: () => import('./messages/es/round.json'),
});
