/** Names and texts of badges, which come with what shows them. */
import type english from '@fairground/game-kit/web/messages/achievements/en.json';
import type { GameMessageKey } from '@fairground/site-kit/i18n/i18n.ts';
import { pageTexts } from '@fairground/site-kit/i18n/page-texts.ts';

export const useBadgeTexts = pageTexts<typeof english>({
  en: () => import('./texts-en.ts'),
  es: () => import('./texts-es.ts'),
});

/** Every badge has them; the test of the badges iterates over all. */
export const badgeName = (id: string): GameMessageKey => `badge.${id}` as GameMessageKey;
export const badgeText = (id: string): GameMessageKey => `badge.${id}.text` as GameMessageKey;
