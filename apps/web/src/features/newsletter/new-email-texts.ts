/** The texts of the page about a new address, which come with it. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import type texts from './messages/new-email/en.json';

export const useNewEmailTexts = pageTexts<typeof texts>({
  en: () => import('./messages/new-email/en.json'),
  es: () => import('./messages/new-email/es.json'),
});
