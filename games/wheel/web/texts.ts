/** The texts of the game. */
import { textsOf } from '@fairground/site-kit/i18n/texts-of.ts';
import type english from './messages/en.json';
import type spanish from './messages/es.json';

export type Texts = typeof english;

export const { useTexts } = textsOf<Texts, typeof spanish>();
