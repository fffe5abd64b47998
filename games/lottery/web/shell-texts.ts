/** The texts of the game that are loaded with the application. */
import { useT as useSiteT } from '@fairground/site-kit/i18n/i18n.ts';
import type { TranslateWith } from '@fairground/site-kit/i18n/page-texts.ts';
import type shell from './messages/en/shell.json';

export type TextKey = keyof typeof shell;

export const useT = useSiteT as () => TranslateWith<typeof shell>;
