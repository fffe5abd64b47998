/** Catalogues of pages with many words: they come with their page and not with the application. */
import { useEffect } from 'react';
import { i18n, useT, type MessageKey, type MessageValues } from './i18n.ts';
import { useLanguage } from './language.ts';

type SayWith<Catalogue> = (key: MessageKey | (keyof Catalogue & string), values?: MessageValues) => string;

/** Makes the texts known, and answers a hook that says them and those of the application. */
export function pageTexts<Catalogue extends Record<string, string>>(
  english: Catalogue,
  loadSpanish: () => Promise<{ default: Catalogue }>,
): () => SayWith<Catalogue> {
  i18n.load('en', english);
  // Until the Spanish ones have come, and where they cannot.
  i18n.load('es', english);
  let asked: Promise<void> | undefined;
  return function useTexts() {
    const language = useLanguage();
    useEffect(() => {
      if (language !== 'es') return;
      asked ??= loadSpanish()
        .then(({ default: spanish }) => i18n.load('es', spanish))
        .catch(() => {
          asked = undefined;
        });
    }, [language]);
    return useT() as SayWith<Catalogue>;
  };
}
