/** The texts of the dialogs for guests, which come with them. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import type guest from './messages/en.json';

export const useGuestTexts = pageTexts<typeof guest>({
  en: () => import('./messages/en.json'),
  es: () => import('./messages/es.json'),
});
