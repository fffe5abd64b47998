/** The texts of the table on the guide and on About Us, which those pages load. */
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import type { TranslateWith } from '@fairground/site-kit/i18n/page-texts.ts';
import type common from '@fairground/game-kit/web/messages/facts/en.json';
import type texts from './messages/en/facts.json';
import type shell from './messages/en/shell.json';

export const useFactsT = useT as () => TranslateWith<typeof texts & typeof common & typeof shell>;
