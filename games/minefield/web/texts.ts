/** The texts of the game. */
import { textsOf, type KeyOf } from '@fairground/site-kit/i18n/texts-of.ts';
import type english from './messages/en.json';
import type spanish from './messages/es.json';

export type Texts = typeof english;

export type TextKey = KeyOf<Texts['page' | 'shell']>;

export const { useTexts } = textsOf<Texts, typeof spanish>();
