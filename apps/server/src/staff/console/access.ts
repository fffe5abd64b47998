/** Who may make which call of the console: every call has its entry here, or the site does not start. */
import type { StaffRole } from '@fairground/contract/console/staff';

export interface ConsoleAccess {
  /** `open` is for those who sign in. */
  roles: readonly StaffRole[] | 'open';
  /** Sent by a page without a person: it does not prolong the session. */
  isPolled?: boolean;
}

const everybody = ['support', 'editor', 'operator'] as const;
const operator = ['operator'] as const;
const answering = ['support', 'operator'] as const;
const editing = ['editor', 'operator'] as const;

export const consolePrefix = '/api/console';

/** By method and path below `/api/console`. */
export const consoleAccess: Readonly<Record<string, ConsoleAccess>> = {
  'POST /sign-in': { roles: 'open' },
  'POST /sign-in/passkey': { roles: 'open' },
  'POST /first-account': { roles: 'open' },
  'POST /first-account/add': { roles: 'open' },
  'GET /session': { roles: everybody, isPolled: true },
  'POST /sign-out': { roles: everybody },
  'GET /passkeys': { roles: everybody },
  'POST /passkeys/options': { roles: everybody },
  'POST /passkeys': { roles: everybody },
  'POST /passkeys/:id/remove': { roles: everybody },
  'GET /now': { roles: operator, isPolled: true },
  'GET /games': { roles: operator, isPolled: true },
  'POST /games/:game/close': { roles: operator },
  'POST /games/:game/open': { roles: operator },
  'POST /maintenance/start': { roles: operator },
  'POST /maintenance/end': { roles: operator },
  'POST /games/:game/rounds/:round/void': { roles: operator },
  'GET /players': { roles: answering },
  'GET /players/:id': { roles: answering },
  'POST /players/:id/sign-out': { roles: answering },
  'POST /players/:id/suspend': { roles: answering },
  'POST /players/:id/resume': { roles: answering },
  'POST /players/:id/correct': { roles: answering },
  'GET /requests': { roles: answering, isPolled: true },
  'POST /requests/:id/approve': { roles: operator },
  'POST /requests/:id/refuse': { roles: operator },
  'POST /requests/:id/withdraw': { roles: answering },
  'GET /contact': { roles: answering },
  'GET /contact/:id': { roles: answering },
  'POST /contact/:id/answer': { roles: answering },
  'POST /contact/:id/done': { roles: answering },
  'GET /posts': { roles: editing },
  'GET /post-tags': { roles: editing },
  'GET /posts/:slug': { roles: editing },
  'POST /posts': { roles: editing },
  'POST /posts/preview': { roles: editing },
  'POST /posts/:slug/save': { roles: editing },
  'POST /posts/:slug/publish': { roles: editing },
  'POST /posts/:slug/unpublish': { roles: editing },
  'POST /posts/:slug/delete': { roles: editing },
  'GET /invitations': { roles: operator },
  'POST /invitations': { roles: operator },
  'POST /invitations/:id/end': { roles: operator },
  'GET /newsletter': { roles: operator },
  'GET /newsletter/subscribers.csv': { roles: operator },
  'GET /log': { roles: operator },
};

/** The entry of a route; `url` begins with the prefix. */
export const findAccess = (method: string, url: string): ConsoleAccess | undefined =>
  consoleAccess[`${method === 'HEAD' ? 'GET' : method} ${url.slice(consolePrefix.length)}`];
