/**
 * Which texts there are and which of them are loaded: those of the application, and those that pages with many
 * words bring with them. Nobody loads a language that is not spoken.
 */
import { i18n } from './i18n.ts';

export const languages = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof languages;

export const isLanguage = (name: string | null | undefined): name is Language =>
  name !== null && name !== undefined && Object.hasOwn(languages, name);

export type Catalogue = Record<string, string>;
/** How the same texts are had in each language. */
export type Source = Record<Language, () => Promise<Catalogue>>;

const application: Source = {
  en: async () => (await import('./english.ts')).englishWithGames,
  es: async () => (await import('./spanish.ts')).spanishWithGames,
};

/** By source and language: under way or loaded. */
const loads = new Map<Source, Partial<Record<Language, Promise<void>>>>([[application, {}]]);

/** Makes texts known that come with a page. They are loaded with the next call of `loadCatalogues`. */
export function addSource(source: Source): void {
  if (!loads.has(source)) loads.set(source, {});
}

/** Resolves when everything known so far can be said in the language; what cannot be had is asked for again next time. */
export async function loadCatalogues(language: Language): Promise<void> {
  await Promise.all(
    [...loads].map(([source, byLanguage]) => {
      byLanguage[language] ??= source[language]().then(
        (texts) => i18n.load(language, texts),
        (error: unknown) => {
          delete byLanguage[language];
          throw error;
        },
      );
      return byLanguage[language];
    }),
  );
}
