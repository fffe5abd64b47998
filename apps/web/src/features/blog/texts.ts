/** The texts of the search and of the tags, which come with the list of posts alone. */
import english from './messages/filter/en.json' with { type: 'json' };
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';

export const useFilterTexts = pageTexts({
  en: english,
  es: () => import('./messages/filter/es.json'),
});
