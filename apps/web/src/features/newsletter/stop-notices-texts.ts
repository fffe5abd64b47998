/** The texts of the page that ends mails of a kind, which come with it. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import type texts from './messages/stop-notices/en.json';

export const useStopNoticesTexts = pageTexts<typeof texts>({
  en: () => import('./messages/stop-notices/en.json'),
  es: () => import('./messages/stop-notices/es.json'),
});
