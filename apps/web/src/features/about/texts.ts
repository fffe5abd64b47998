/** The texts of the page, which come with it. */
import type about from './messages/en.json';
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';

export type AboutKey = keyof typeof about;

export const useTexts = pageTexts({
  en: () => import('./texts-en.ts'),
  es: () => import('./texts-es.ts'),
});
