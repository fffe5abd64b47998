/** The texts about a change of the email address, which come with its dialog. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import type texts from './messages/email/en.json';

export const useEmailTexts = pageTexts<typeof texts>({
  en: () => import('./messages/email/en.json'),
  es: () => import('./messages/email/es.json'),
});
