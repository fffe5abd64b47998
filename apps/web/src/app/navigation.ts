/** The links of header, drawer and footer: docs/product.md 2.4 and 2.5. */
import { gamesWith } from '../game-parts/list.ts';
import type { GameMessageKey, MessageKey } from '@fairground/site-kit/i18n/i18n.ts';

export interface NavigationLink {
  to: string;
  label: MessageKey | GameMessageKey;
}

export const gameLinks: readonly NavigationLink[] = [
  { to: '/games', label: 'nav.allGames' },
  ...gamesWith('card').flatMap(({ page, card }) => (page ? [{ to: page.path, label: card.gameName }] : [])),
];

export const headerLinks: readonly NavigationLink[] = [
  { to: '/leaderboard', label: 'nav.leaderboard' },
  { to: '/blog', label: 'nav.blog' },
];

export const accountLinks: readonly NavigationLink[] = [
  { to: '/profile', label: 'nav.profile' },
  { to: '/profile/play', label: 'nav.myBets' },
  { to: '/clubs', label: 'nav.clubs' },
  { to: '/achievements', label: 'nav.achievements' },
  { to: '/leaderboard', label: 'nav.leaderboard' },
  { to: '/faq', label: 'nav.faq' },
];

export const footerLinks: readonly NavigationLink[] = [
  { to: '/', label: 'nav.home' },
  { to: '/how-to-play', label: 'nav.howToPlay' },
  { to: '/faq', label: 'nav.faq' },
  { to: '/about-us', label: 'nav.about' },
  { to: '/contact-us', label: 'nav.contact' },
  { to: '/privacy-policy', label: 'nav.privacy' },
  { to: '/terms-of-service', label: 'nav.terms' },
  { to: '/blog', label: 'nav.blog' },
  { to: '/lab', label: 'nav.lab' },
  { to: '/developers', label: 'nav.developers' },
];
