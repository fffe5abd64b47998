/** The texts of the game's page and of its bets' pages. */
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';
import page from './messages/en/page.json' with { type: 'json' };
import type round from './messages/en/round.json';
import type shell from './messages/en/shell.json';

export const useT = pageTexts<typeof page, typeof shell>({
  en: page,
  es: () => import('./messages/es/page.json'),
});

export const useRoundT = pageTexts<typeof round>({
  en: () => import('./messages/en/round.json'),
  es: () => import('./messages/es/round.json'),
});
