/** Requests by which a stranger could find out whether an account exists, and what can be observed of each answer. */
import { databaseWork } from './database-work.ts';
import { startTestSite, type TimedSite } from './test-site.ts';
import type { Passwords } from '../src/platform/secrets/passwords.ts';

const knownName = 'known_player';

type Post = (path: string, payload: object) => Promise<LookupResult>;

const requestSite = async (site: TimedSite, path: string, payload: object) => {
  const queries: string[] = [];
  databaseWork.interfere((_client, text, run) => {
    // The mail of a forgotten password is prepared in the background; the answer does not wait for it.
    if (!text.includes('password_reset')) queries.push(text);
    return run();
  });
  const from = process.cpuUsage();
  const answer = await site.site.app.inject({ method: 'POST', url: `/api/auth/${path}`, payload });
  const { user, system } = process.cpuUsage(from);
  databaseWork.interfere(undefined);
  // Work after an answer is not measured: the token of a mail is stored, then its file is written.
  do await databaseWork.idle();
  while (process.getActiveResourcesInfo().some((resource) => resource.startsWith('FSReq')));
  const { date: _date, 'x-request-id': _requestId, ...headers } = answer.headers;
  return {
    /** The answer without the headers that differ for every request. */
    answer: { status: answer.statusCode, body: answer.body, headers } satisfies object,
    /** The queries sent to the database until the answer was complete. */
    queries,
    /** The CPU time of the process until then, on all threads; nearly all of it is hashing. */
    cpuUs: user + system,
  };
};

export type LookupResult = Awaited<ReturnType<typeof requestSite>>;

let strangers = 0;
const stranger = () => `stranger_${strangers++}`;

export interface AccountLookup {
  what: string;
  /** The number of requests where the cost is measured. */
  calls: number;
  known: (post: Post) => Promise<LookupResult>;
  unknown: (post: Post) => Promise<LookupResult>;
}

export const accountLookups: readonly AccountLookup[] = [
  {
    what: 'signing in by name',
    calls: 60,
    known: (post) => post('login', { identifier: knownName, password: 'not the password' }),
    unknown: (post) => post('login', { identifier: stranger(), password: 'not the password' }),
  },
  {
    what: 'signing in by e-mail',
    calls: 60,
    known: (post) => post('login', { identifier: `${knownName}@example.org`, password: 'not the password' }),
    unknown: (post) =>
      post('login', { identifier: `${stranger()}@example.org`, password: 'not the password' }),
  },
  {
    what: 'a forgotten password',
    calls: 600,
    known: (post) => post('forgot-password', { email: `${knownName}@example.org` }),
    unknown: (post) => post('forgot-password', { email: `${stranger()}@example.org` }),
  },
  {
    what: 'registering what is taken, by name or by e-mail',
    calls: 60,
    known: (post) =>
      post('register', {
        username: knownName,
        email: `${stranger()}@example.org`,
        password: 'a meadow of lanterns',
        adult: true,
      }),
    unknown: (post) =>
      post('register', {
        username: stranger(),
        email: `${knownName}@example.org`,
        password: 'a meadow of lanterns',
        adult: true,
      }),
  },
];

export interface LookupSite {
  post: Post;
  close(): Promise<void>;
}

/** A site whose clock does not move, so that only the calls are running. */
export const startLookupSite = async (passwords?: Passwords): Promise<LookupSite> => {
  const site = await startTestSite({ clock: 'moved', ...(passwords ? { passwords } : {}) });
  await site.register(knownName);
  await site.rows(`UPDATE player SET email_confirmed_at = clock_timestamp()`);
  await site.time.idle();
  return { post: (path, payload) => requestSite(site, path, payload), close: () => site.close() };
};
