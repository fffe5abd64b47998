/** The locales of `Intl` for the languages of the page. */
import type { Language } from './catalogues.ts';

/** English is written as in the United States. */
const locales = { en: 'en-US', es: 'es' } as const satisfies Record<Language, string>;

/**
 * Creates a format for each language when it is first used. The language is a parameter, so that callers depend on it.
 */
export function byLanguage<Format>(create: (locale: string) => Format): (language: Language) => Format {
  const formats = new Map<Language, Format>();
  return (language) => {
    const known = formats.get(language);
    if (known !== undefined) return known;
    const format = create(locales[language]);
    formats.set(language, format);
    return format;
  };
}
