/**
 * A site whose mails, ended sessions and changed players a test sees, and whose limits and one-time codes it lets age.
 */
import type { User } from '@fairground/contract/user';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { AuthService } from '../src/identity/sign-in/service.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Mail } from '../src/platform/mail/mailer.ts';
import { sessionEndedEvent, userChangedEvent } from '../src/site/events.ts';
import { startTestSite, type TestSite } from './test-site.ts';

export { password } from './test-site.ts';

export interface WatchedSite extends Omit<TestSite, 'call'> {
  app: FastifyInstance;
  auth: AuthService;
  mails: Mail[];
  /** Makes the next mail fail: with the answer of a mail server, or as when there is none. */
  failNextMail(answer?: number): void;
  closedSessions: string[];
  changedUsers: User[];
  now(): number;
  /** Advances the time of this process, not that of the database. */
  advanceTime(ms: number): void;
  call(options: InjectOptions & { token?: string }): Promise<LightMyRequestResponse>;
  /** Confirms the player's email address. */
  confirm(username: string): Promise<void>;
}

/** With `beside`, another process of that site. */
export const startWatchedSite = async (
  env: Record<string, string> = {},
  beside?: WatchedSite,
): Promise<WatchedSite> => {
  let passedMs = 0;
  const now = () => systemClock.now() + passedMs;
  const mails: Mail[] = [];
  let nextFailure: Error | null = null;
  const testSite = await startTestSite({
    env,
    ...(beside ? { beside } : {}),
    clock: { ...systemClock, now, monotonic: () => systemClock.monotonic() + passedMs },
    mailer: {
      async send(mail) {
        const failure = nextFailure;
        nextFailure = null;
        if (failure !== null) throw failure;
        mails.push(mail);
      },
      forget: async () => undefined,
      close: () => undefined,
    },
  });
  const { app, auth, core } = testSite.site;
  const closedSessions: string[] = [];
  const changedUsers: User[] = [];
  core.events.subscribe(sessionEndedEvent, ({ sessionId }) => closedSessions.push(sessionId));
  core.events.subscribe(userChangedEvent, (user) => changedUsers.push(user));
  return {
    ...testSite,
    app,
    auth,
    mails,
    failNextMail(answer) {
      const failure = new Error('the mail server did not take it');
      nextFailure = answer === undefined ? failure : Object.assign(failure, { responseCode: answer });
    },
    closedSessions,
    changedUsers,
    now,
    advanceTime(ms) {
      passedMs += ms;
    },
    call: ({ token, headers, ...options }) =>
      app.inject({
        ...options,
        headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      }),
    async confirm(username) {
      await testSite.rows(
        `UPDATE player SET email_confirmed_at = clock_timestamp() WHERE username = $1`,
        username,
      );
    },
  };
};
