/** Who may make which call of the console: every call has its entry here, or the site does not start. */
import type { StaffRole } from '@fairground/contract/console/staff';

export interface ConsoleAccess {
  /** `open` is for those who sign in. */
  roles: readonly StaffRole[] | 'open';
  /** Sent by a page without a person: it does not prolong the session. */
  isPolled?: boolean;
}

const everybody = ['support', 'operator'] as const;
const operator = ['operator'] as const;

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
  'GET /players': { roles: everybody },
  'GET /players/:id': { roles: everybody },
  'POST /players/:id/sign-out': { roles: everybody },
  'POST /players/:id/suspend': { roles: everybody },
  'POST /players/:id/resume': { roles: everybody },
  'POST /players/:id/correct': { roles: everybody },
  'GET /requests': { roles: everybody, isPolled: true },
  'POST /requests/:id/approve': { roles: operator },
  'POST /requests/:id/refuse': { roles: operator },
  'POST /requests/:id/withdraw': { roles: everybody },
  'GET /contact': { roles: everybody },
  'GET /contact/:id': { roles: everybody },
  'POST /contact/:id/answer': { roles: everybody },
  'POST /contact/:id/done': { roles: everybody },
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
