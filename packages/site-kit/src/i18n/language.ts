/**
 * The active language: the one that was chosen here, which a cookie records so that the server knows it
 * too, else the one that the server chose from the browser's `Accept-Language` (its
 * languages.ts follows the same rule).
 */
import { useLingui } from '@lingui/react';
import { isLanguage, languages, loadCatalogues, type Language } from './catalogues.ts';
import { i18n } from './i18n.ts';

export { languages, type Language };

/** The server reads it, see its pages.ts. */
const cookieName = 'language';
const yearSeconds = 365 * 24 * 60 * 60;

/** What was chosen with the switch, in this or another tab. */
export function chosenLanguage(): Language | undefined {
  const [, value] = new RegExp(`(?:^|;\\s*)${cookieName}=(\\w+)`).exec(document.cookie) ?? [];
  return isLanguage(value) ? value : undefined;
}

/** The first of the browser's languages that we have. */
export const languageOfBrowser = (): Language =>
  navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';

/** The language of prerendered HTML, which must be active during hydration. */
export function languageOfDocument(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}

/** For code outside components. */
export const activeLanguage = (): Language => (isLanguage(i18n.locale) ? i18n.locale : 'en');

/** Everything on the page follows immediately. A catalogue that cannot be loaded leaves the language as it is. */
export async function activateLanguage(language: Language): Promise<void> {
  await loadCatalogues(language);
  i18n.activate(language);
  document.documentElement.lang = language;
}

/** The visitor's own choice, which is remembered. */
export async function chooseLanguage(language: Language): Promise<void> {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // Where cookies are forbidden the choice lasts as long as the page.
  document.cookie = `${cookieName}=${language}; path=/; max-age=${yearSeconds}; samesite=lax${secure}`;
  await activateLanguage(language);
}

/** The active language; components that use it render again when it changes. */
export function useLanguage(): Language {
  const { i18n: current } = useLingui();
  return isLanguage(current.locale) ? current.locale : 'en';
}
