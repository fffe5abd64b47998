/** The texts that all games share. */
import { textsOf } from '@fairground/site-kit/i18n/texts-of.ts';
import type english from './messages/en.json';
import type spanish from './messages/es.json';

export type Texts = typeof english;

export const { useTexts, getTexts } = textsOf<Texts, typeof spanish>();
