/** The texts for visitors who may not register, which come with them. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import type texts from './messages/no-form/en.json';

export const useNoFormTexts = pageTexts<typeof texts>({
  en: () => import('./messages/no-form/en.json'),
  es: () => import('./messages/no-form/es.json'),
});
