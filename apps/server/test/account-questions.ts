/** Questions by which a stranger could find out whether an account exists, and what is seen of each answer. */
import { databaseWork } from './database-work.ts';
import { startControlledSite, type ControlledSite } from './controlled-site.ts';
import type { Passwords } from '../src/platform/passwords.ts';

const knownName = 'known_player';

export interface Asked {
  /** Everything of the answer that is not the request's own. */
  answer: object;
  /** What was asked of the database until the answer was there. */
  queries: string[];
  /** The process's own time until then, on all of its threads: hashing is nearly all of it. */
  cpuUs: number;
}

type Post = (path: string, payload: object) => Promise<Asked>;

const askSite = async (site: ControlledSite, path: string, payload: object): Promise<Asked> => {
  const queries: string[] = [];
  databaseWork.interfere((_client, text, run) => {
    // The mail of a forgotten password is prepared beside the answer, which does not wait for it.
    if (!text.includes('password_reset')) queries.push(text);
    return run();
  });
  const from = process.cpuUsage();
  const answer = await site.site.app.inject({ method: 'POST', url: `/api/auth/${path}`, payload });
  const { user, system } = process.cpuUsage(from);
  databaseWork.interfere(undefined);
  // What goes on after an answer is nobody's time: a mail's token is kept, then its file is written.
  do await databaseWork.idle();
  while (process.getActiveResourcesInfo().some((resource) => resource.startsWith('FSReq')));
  const { date: _date, 'x-request-id': _requestId, ...headers } = answer.headers;
  return {
    answer: { status: answer.statusCode, body: answer.body, headers },
    queries,
    cpuUs: user + system,
  };
};

let strangers = 0;
const stranger = () => `stranger_${strangers++}`;

export interface AccountQuestion {
  what: string;
  /** How often it is asked where its cost is measured. */
  calls: number;
  known: (post: Post) => Promise<Asked>;
  unknown: (post: Post) => Promise<Asked>;
}

export const accountQuestions: readonly AccountQuestion[] = [
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

export interface QuestionedSite {
  post: Post;
  close(): Promise<void>;
}

/** A site whose clock stands still, so that nothing but the calls goes on. */
export const startQuestionedSite = async (passwords?: Passwords): Promise<QuestionedSite> => {
  const site = await startControlledSite(passwords ? { passwords } : {});
  await site.player(knownName);
  await site.rows(`UPDATE player SET email_confirmed_at = clock_timestamp()`);
  await site.time.idle();
  return { post: (path, payload) => askSite(site, path, payload), close: () => site.close() };
};
