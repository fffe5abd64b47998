/** The texts of the game's page, loaded with it. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import english from './messages/en/page.json' with { type: 'json' };
import type shell from './messages/en/shell.json';

export type Translate = ReturnType<typeof useT>;

export const useT = pageTexts<typeof english, typeof shell>({
  en: english,
  es: () => import('./messages/es/page.json'),
});
