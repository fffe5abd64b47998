/** The texts of the live table, loaded with it; its name and its empty state come with the page. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import english from './messages/en/table.json' with { type: 'json' };
import type page from './messages/en/page.json';

export const useT = pageTexts<typeof english, typeof page>({
  en: english,
  es: () => import('./messages/es/table.json'),
});
