/** The texts of the kit. An application loads `shell` with its own. */
import type { ProblemKey } from './i18n/problem-text.ts';
import { textsOf } from './i18n/texts-of.ts';
import type english from './messages/en.json';
import type spanish from './messages/es.json';

export type Texts = typeof english;

/** Refusals arrive in English: every other language has their sentences. */
type WithRefusals = Texts & { shell: Record<ProblemKey, string> };

export const { useTexts, getTexts } = textsOf<WithRefusals, typeof spanish>();
