/** The texts of the page in both languages, read from where the page has them. */
import { readTexts, textFolders, type TextLanguage } from '../apps/web/build/text-parts.ts';

export type Language = TextLanguage;
export type Catalogue = Readonly<Record<string, string>>;

const read = (language: Language): Catalogue =>
  Object.assign(
    {},
    ...textFolders.flatMap((folder) => Object.values(readTexts(folder, language))),
  ) as Catalogue;

export const catalogues: Readonly<Record<Language, Catalogue>> = { en: read('en'), es: read('es') };

/** A text by its key, with its plain values filled in. */
export const textOf = (language: Language, key: string, values: Record<string, string> = {}): string => {
  const text = catalogues[language][key];
  if (text === undefined) throw new Error(`${language} has no text ${key}`);
  return text.replaceAll(/\{(\w+)[^{}]*\}/g, (placeholder, name: string) => values[name] ?? placeholder);
};

const spanishTexts = new Set(Object.values(catalogues.es));

/** English texts without values that no Spanish text equals: none may be on a Spanish page. */
export const englishAlone: ReadonlySet<string> = new Set(
  Object.values(catalogues.en).filter((text) => !text.includes('{') && !spanishTexts.has(text)),
);
