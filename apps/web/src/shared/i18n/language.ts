/**
 * Which language the page speaks: the one that was chosen here, else the first of the browser's that we have.
 * English is part of the application; another is loaded when it is wanted.
 */
import { useLingui } from '@lingui/react';
import { i18n } from './i18n.ts';

export const languages = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof languages;

const noteName = 'language';

const isLanguage = (name: string | null | undefined): name is Language =>
  name !== null && name !== undefined && Object.hasOwn(languages, name);

export function wantedLanguage(): Language {
  try {
    const chosen = localStorage.getItem(noteName);
    if (isLanguage(chosen)) return chosen;
  } catch {
    // Storage can be forbidden: then the browser decides.
  }
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

/** Everything on the page follows at once. A catalogue that cannot be loaded leaves the language as it is. */
export async function activateLanguage(language: Language): Promise<void> {
  if (language === 'es' && i18n.locale !== 'es') {
    const { spanish } = await import('./spanish.ts');
    i18n.load('es', spanish);
  }
  i18n.activate(language);
  document.documentElement.lang = language;
}

/** The visitor's own choice, which is remembered. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(noteName, language);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  await activateLanguage(language);
}

/** The language now spoken; components that use it render again when it changes. */
export function useLanguage(): Language {
  const { i18n: current } = useLingui();
  return isLanguage(current.locale) ? current.locale : 'en';
}
