/**
 * Which catalogues there are and which of them are loaded: those of the application, and those that pages with many
 * words bring with them. A catalogue is loaded in the active language only.
 */
import { i18n } from './i18n.ts';

export const languages = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof languages;

export const isLanguage = (name: string | null | undefined): name is Language =>
  name !== null && name !== undefined && Object.hasOwn(languages, name);

export type Catalogue = Record<string, string>;
/** Loads the same texts in each language. */
export type Source = Record<Language, () => Promise<Catalogue>>;

/** By source and language: loading or loaded. */
const loads = new Map<Source, Partial<Record<Language, Promise<void>>>>();

/** Registers texts, of the application or of a page. They are loaded with the next call of `loadCatalogues`. */
export function addSource(source: Source): void {
  if (!loads.has(source)) loads.set(source, {});
}

/**
 * Resolves when everything registered so far is loaded in the language. What failed is loaded again with the next
 * call.
 */
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
