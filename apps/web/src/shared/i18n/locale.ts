/** `Intl` formats in the language that is spoken, each made once a language. */
import { i18n } from './i18n.ts';

/** English is written as in the United States, as the specification's texts are. */
const localeOf = (language: string): string => (language === 'es' ? 'es' : 'en-US');

export function byLocale<Format>(make: (locale: string) => Format): () => Format {
  const made = new Map<string, Format>();
  return () => {
    const locale = localeOf(i18n.locale);
    const known = made.get(locale);
    if (known !== undefined) return known;
    const format = make(locale);
    made.set(locale, format);
    return format;
  };
}
