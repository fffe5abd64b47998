/** A26: whether an account exists can be told neither by the answer nor by how long it takes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/platform/passwords.ts';
import { databaseWork } from '../database-work.ts';
import { startControlledSite, type ControlledSite } from '../controlled-site.ts';

let here: ControlledSite;
const name = 'known_player';

beforeAll(async () => {
  // Its clock stands still, so that nothing but the calls goes on.
  here = await startControlledSite({ passwords: createPasswords() });
  await here.player(name);
  await here.time.idle();
});
afterAll(() => here?.close());

interface Asked {
  /** Everything of the answer that is not the request's own. */
  answer: object;
  /** What was asked of the database until the answer was there. */
  queries: string[];
  /** The process's own time until then, on all of its threads: hashing is nearly all of it. */
  cpuUs: number;
}

const post = async (path: string, payload: object): Promise<Asked> => {
  const queries: string[] = [];
  databaseWork.interfere((_client, text, run) => {
    // The mail of a forgotten password is prepared beside the answer, which does not wait for it.
    if (!text.includes('password_reset')) queries.push(text);
    return run();
  });
  const from = process.cpuUsage();
  const answer = await here.site.app.inject({ method: 'POST', url: `/api/auth/${path}`, payload });
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

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * How much longer the first takes than the second, by their medians. Which is asked is drawn each time: what a call
 * leaves behind, such as caches that a mail has emptied, so makes both kinds dearer alike. Time of the process is
 * counted, not of the wall: what else a busy machine does is in neither, and the wait for the database is the same
 * where the queries are.
 */
const ratioOfTimes = async (
  calls: number,
  one: () => Promise<Asked>,
  other: () => Promise<Asked>,
): Promise<number> => {
  const times: [number[], number[]] = [[], []];
  const measure = async () => {
    for (let call = 0; call < calls; call++) {
      const which = Math.random() < 0.5 ? 0 : 1;
      times[which].push((await (which === 0 ? one : other)()).cpuUs);
    }
    return median(times[0]) / median(times[1]);
  };
  let ratio = await measure();
  // Near the bound more calls decide: all that were measured count.
  for (let more = 0; more < 5 && Math.abs(ratio - 1) > 0.05; more++) ratio = await measure();
  return ratio;
};

let strangers = 0;
const stranger = () => `stranger_${strangers++}`;

const asks: [what: string, calls: number, known: () => Promise<Asked>, unknown: () => Promise<Asked>][] = [
  [
    'signing in by name',
    60,
    () => post('login', { identifier: name, password: 'not the password' }),
    () => post('login', { identifier: stranger(), password: 'not the password' }),
  ],
  [
    'signing in by e-mail',
    60,
    () => post('login', { identifier: `${name}@example.org`, password: 'not the password' }),
    () => post('login', { identifier: `${stranger()}@example.org`, password: 'not the password' }),
  ],
  [
    'a forgotten password',
    600,
    () => post('forgot-password', { email: `${name}@example.org` }),
    () => post('forgot-password', { email: `${stranger()}@example.org` }),
  ],
  [
    'registering what is taken, by name or by e-mail',
    60,
    () =>
      post('register', {
        username: name,
        email: `${stranger()}@example.org`,
        password: 'a meadow of lanterns',
        adult: true,
      }),
    () =>
      post('register', {
        username: stranger(),
        email: `${name}@example.org`,
        password: 'a meadow of lanterns',
        adult: true,
      }),
  ],
];

describe.each(asks)('A26: %s', (_what, calls, known, unknown) => {
  it('gets the same answer, to the header, by the same queries', async () => {
    const [one, other] = [await known(), await unknown()];
    expect(one.answer).toEqual(other.answer);
    expect(one.queries).toEqual(other.queries);
  });

  it('takes the same time within a tenth', async () => {
    const ratio = await ratioOfTimes(calls, known, unknown);
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
  }, 120_000);
});
