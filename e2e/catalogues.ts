/** The texts of the page in both languages, read from where the page has them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Language = 'en' | 'es';
export type Catalogue = Readonly<Record<string, string>>;

const root = join(import.meta.dirname, '..');

const read = (language: Language): Catalogue => {
  const files = globSync(
    [
      `{apps/web/src,packages/site-kit/src,packages/game-kit/web}/**/messages/**/${language}.json`,
      `games/*/web/messages/${language}/*.json`,
    ],
    { cwd: root },
  );
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  return Object.assign({}, ...texts.map((text) => JSON.parse(text) as Catalogue)) as Catalogue;
};

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
