/** The texts about second factors, which come with their panel. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import type texts from './messages/second-factors/en.json';

export const useFactorsTexts = pageTexts<typeof texts>({
  en: () => import('./messages/second-factors/en.json'),
  es: () => import('./messages/second-factors/es.json'),
});
