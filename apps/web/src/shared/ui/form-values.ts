/** Reading form fields, and what is said about them before anything is sent. */
import { useT } from '../i18n/i18n.ts';

export const text = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
};

export const looksLikeEmail = (email: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);

export const looksLikeUsername = (username: string): boolean => /^[A-Za-z0-9_]{3,20}$/.test(username);

/** Characters, as the server counts them: an emoji is one. */
export const isTooShort = (password: string): boolean => Array.from(password).length < 8;

export function useErrorTexts() {
  const t = useT();
  return {
    required: t('auth.errorRequired'),
    username: t('auth.errorUsername'),
    email: t('auth.errorEmail'),
    short: t('auth.errorShort'),
    match: t('auth.errorMatch'),
    adult: t('auth.errorAdult'),
  };
}
