/** The keys of a badge's name and text. Every badge has them; the test of the badges iterates over all. */
import type { GameMessageKey } from '@fairground/site-kit/i18n/i18n.ts';

export const badgeName = (id: string): GameMessageKey => `badge.${id}` as GameMessageKey;
export const badgeText = (id: string): GameMessageKey => `badge.${id}.text` as GameMessageKey;
