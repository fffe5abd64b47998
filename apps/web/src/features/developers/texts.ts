/** The texts of the page, which come with it. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import type texts from './messages/en.json';

export type DevelopersKey = keyof typeof texts;

export const useDevelopersTexts = pageTexts<typeof texts>({
  en: () => import('./messages/en.json'),
  es: () => import('./messages/es.json'),
});
