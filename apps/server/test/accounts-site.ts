/** The application with only the accounts on a new database, for the tests of accounts and players. */
import type { User } from '@fairground/contract/user';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { cheapPasswords } from './cheap-passwords.ts';
import { createTestDatabase } from './harness.ts';
import { buildApp } from '../src/site/build-app.ts';
import { createAddressHash } from '../src/platform/secrets/address-hash.ts';
import { createAttemptLimiter, noLimiter } from '../src/platform/attempt-limiter.ts';
import { systemClock, type Clock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database/database.ts';
import { createSeal } from '../src/platform/secrets/seal.ts';
import { systemEntropy } from '../src/platform/entropy.ts';
import { createLogger } from '../src/platform/logger.ts';
import type { Mail } from '../src/platform/mail/mailer.ts';
import { createRequestLimiter } from '../src/http/request-limiter.ts';
import { readSettings } from '../src/platform/settings.ts';
import { secondFactorsRoutes } from '../src/identity/second-factors/routes.ts';
import { createSecondFactorsService } from '../src/identity/second-factors/service.ts';
import { playersRoutes } from '../src/players/profile/routes.ts';
import { createPlayersService } from '../src/players/profile/service.ts';
import { identityHook } from '../src/identity/sign-in/identity-hook.ts';
import { sessionCookieName } from '../src/http/caller.ts';
import { authRoutes } from '../src/identity/sign-in/routes.ts';
import { emailChangeRoutes } from '../src/identity/email-change/routes.ts';
import { createEmailChangeService } from '../src/identity/email-change/service.ts';
import { guestsRoutes } from '../src/identity/guests/routes.ts';
import { createGuestsService } from '../src/identity/guests/service.ts';
import { createAuthService, type AuthService } from '../src/identity/sign-in/service.ts';

export interface AccountsSite {
  app: FastifyInstance;
  auth: AuthService;
  database: Database;
  mails: Mail[];
  /** Makes the next mail fail, as when the mail server is unavailable. */
  failNextMail(): void;
  closedSessions: bigint[];
  changedUsers: User[];
  /** The wall clock of one-time codes. */
  now(): number;
  /** Advances that clock, and the clock of the rate limits. */
  advanceTime(ms: number): void;
  call(options: InjectOptions & { token?: string }): Promise<LightMyRequestResponse>;
  register(username: string, more?: object): Promise<{ token: string; user: User }>;
  /** Confirms the player's e-mail address. */
  confirm(username: string): Promise<void>;
  close(): Promise<void>;
}

export const password = 'Zk4!vmQ9-fair';

/** With `shared`, another process of that site: the same database, but separate memory. */
export const startAccountsSite = async (
  env: Record<string, string> = {},
  shared?: AccountsSite,
): Promise<AccountsSite> => {
  const settings = readSettings({ LOG_LEVEL: 'silent', ...env });
  const { database, close } = shared
    ? { database: shared.database, close: async () => undefined }
    : await createTestDatabase();
  let passedMs = 0;
  const clock: Clock = { ...systemClock, monotonic: () => systemClock.monotonic() + passedMs };
  const log = createLogger('silent');
  const mails: Mail[] = [];
  let mailFails = false;
  const closedSessions: bigint[] = [];
  const changedUsers: User[] = [];
  const siteUrl = () => settings.siteUrl(settings.port);
  const common = {
    database,
    clock,
    hashAddress: createAddressHash(Buffer.alloc(32, 7)),
    passwords: cheapPasswords(),
    limiter: settings.rateLimits ? createAttemptLimiter(clock) : noLimiter,
    closeSession: (sessionId: bigint) => void closedSessions.push(sessionId),
    userChanged: (user: User) => void changedUsers.push(user),
    noticesChanged: () => undefined,
  };
  const auth = createAuthService({
    ...common,
    entropy: systemEntropy,
    verifyPasskey: async () => false,
    mailer: {
      async send(mail) {
        if (mailFails) {
          mailFails = false;
          throw new Error('the mail server is unavailable');
        }
        mails.push(mail);
      },
      forget: async () => undefined,
      close: () => undefined,
    },
    now: clock.now,
    log,
    signupCoins: settings.signupCoins,
    registration: settings.registration,
    siteUrl,
  });
  const guests = createGuestsService({
    ...common,
    auth,
    entropy: systemEntropy,
    registration: settings.registration,
    guestsPerHour: settings.guestsPerHour,
  });
  const now = () => clock.now() + passedMs;
  const secondFactors = createSecondFactorsService({
    ...common,
    auth,
    entropy: systemEntropy,
    seal: createSeal(Buffer.alloc(32, 9)),
    now,
  });
  const app = await buildApp({
    settings,
    log,
    clock,
    requestLimiter: settings.rateLimits ? createRequestLimiter({ clock, shared: null }) : null,
    modules: [
      authRoutes(auth, siteUrl),
      guestsRoutes(guests, siteUrl),
      emailChangeRoutes(createEmailChangeService({ ...common, auth, entropy: systemEntropy })),
      secondFactorsRoutes(secondFactors, siteUrl),
      playersRoutes(
        createPlayersService({
          ...common,
          mails: auth.mails,
          reauthenticate: auth.reauthenticate,
          ticketCounts: [],
          findAchievements: async () => [],
        }),
        siteUrl,
      ),
    ],
    live: { pushes: [], messageScopes: {} },
    hooks: [
      identityHook({
        recallSession: auth.recallSession,
        forgetSession: auth.forgetSession,
        findSession: auth.findSession,
        findToken: async () => undefined,
        findEnded: async () => undefined,
        clock,
        cookieName: () => sessionCookieName(siteUrl()),
        allowedOrigins: () => settings.allowedOrigins(settings.port),
      }),
    ],
  });

  const call: AccountsSite['call'] = ({ token, headers, ...options }) =>
    app.inject({
      ...options,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    });

  return {
    app,
    auth,
    database,
    mails,
    failNextMail() {
      mailFails = true;
    },
    closedSessions,
    changedUsers,
    now,
    call,
    advanceTime(ms) {
      passedMs += ms;
    },
    async register(username, more = {}) {
      const payload = { username, email: `${username}@example.org`, password, adult: true, ...more };
      const answer = await call({ method: 'POST', url: '/api/auth/register', payload });
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json();
    },
    async confirm(username) {
      await database.query({
        text: `UPDATE player SET email_confirmed_at = clock_timestamp() WHERE username = $1`,
        values: [username],
      });
    },
    async close() {
      await auth.settled();
      await app.close();
      await close();
    },
  };
};
