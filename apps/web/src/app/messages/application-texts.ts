/** The texts that are loaded with the application. Only the active language is loaded. */
import type { Source } from '@fairground/site-kit/i18n/catalogues.ts';

export const applicationTexts: Source = {
  en: async () => (await import('./english.ts')).englishWithGames,
  es: async () => (await import('./spanish.ts')).spanishWithGames,
};
