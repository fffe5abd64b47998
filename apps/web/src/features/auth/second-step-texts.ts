/** The texts of the second step of a sign-in, which come with it. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import type texts from './messages/second-step/en.json';

export const useSecondStepTexts = pageTexts<typeof texts>({
  en: () => import('./messages/second-step/en.json'),
  es: () => import('./messages/second-step/es.json'),
});
