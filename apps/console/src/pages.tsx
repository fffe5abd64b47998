/** Every page of the console, by its address. */
import type { ComponentType } from 'react';
import { GamesPage } from './pages/games-page.tsx';
import { HomePage } from './pages/home-page.tsx';
import { InboxPage } from './pages/inbox-page.tsx';
import { InvitationsPage } from './pages/invitations-page.tsx';
import { LogPage } from './pages/log-page.tsx';
import { MessagePage } from './pages/message-page.tsx';
import { NewsletterPage } from './pages/newsletter-page.tsx';
import { NowPage } from './pages/now-page.tsx';
import { PlayerPage } from './pages/player-page.tsx';
import { PlayersPage } from './pages/players-page.tsx';
import { RequestsPage } from './pages/requests-page.tsx';
import { SecurityPage } from './pages/security-page.tsx';

export const pages: readonly { path: string; Component: ComponentType }[] = [
  { path: '/now', Component: NowPage },
  { path: '/games', Component: GamesPage },
  { path: '/players', Component: PlayersPage },
  { path: '/players/:id', Component: PlayerPage },
  { path: '/requests', Component: RequestsPage },
  { path: '/contact', Component: InboxPage },
  { path: '/contact/:id', Component: MessagePage },
  { path: '/invitations', Component: InvitationsPage },
  { path: '/newsletter', Component: NewsletterPage },
  { path: '/log', Component: LogPage },
  { path: '/security', Component: SecurityPage },
  { path: '*', Component: HomePage },
];
