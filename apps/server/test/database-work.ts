/**
 * Counts the queries that this process has in progress, by wrapping `pg`: a test with a clock of its own moves it
 * only while there are none, and a simulation injects faults here.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { callbackify } from 'node:util';
import pg from 'pg';

type Query = (...args: unknown[]) => unknown;
/** Runs a query of the program, or something else in its place. */
export type Interference = (client: pg.Client, text: string, run: () => Promise<unknown>) => Promise<unknown>;

/** Turns of the event loop without a query after which the database is considered idle. */
const quietTurns = 4;

let underWay = 0;
let connecting = 0;
let started = 0;
let isCounting = true;
/** Callbacks that wait until no query is in progress, without polling the event loop. */
const atRest: (() => void)[] = [];
let interference: Interference | undefined;
let drain: (() => Promise<void>) | undefined;
/** Runs before the next query is sent. */
let preparation: (() => Promise<unknown> | undefined) | undefined;

const wrap = (method: 'query' | 'connect') => {
  const prototype = pg.Client.prototype as unknown as Record<string, Query>;
  const original = prototype[method] as Query;
  prototype[method] = function counted(this: pg.Client, ...args: unknown[]) {
    // A COPY stream is returned as it is and ends by its own events.
    if (!isCounting || isStream(args[0])) return original.apply(this, args);
    underWay += 1;
    started += 1;
    if (method === 'connect') connecting += 1;
    const callback = args.at(-1);
    const given = typeof callback === 'function' ? args.slice(0, -1) : args;
    const sendNow = () => original.apply(this, given) as Promise<unknown>;
    const send = () => {
      const prepared = method === 'query' ? preparation?.() : undefined;
      return prepared ? prepared.then(sendNow) : sendNow();
    };
    const run = async () => {
      try {
        return await (method === 'query' && interference
          ? inOrder(this, interference, textOf(given[0]), send)
          : method === 'connect'
            ? inTurn(send)
            : send());
      } finally {
        settle();
        if (method === 'connect') connecting -= 1;
      }
    };
    if (typeof callback !== 'function') return run();
    callbackify(run)(callback as (error: unknown) => void);
    return undefined;
  };
};

const settle = () => {
  underWay -= 1;
  if (underWay === 0) for (const resume of atRest.splice(0)) resume();
};

const answered = new WeakMap<pg.Client, Promise<unknown>>();
/** One query of a connection after the other, as the server executes those that are sent together. */
const inOrder = (client: pg.Client, interfere: Interference, text: string, send: () => Promise<unknown>) => {
  const earlier = answered.get(client);
  const answer = earlier ? earlier.then(() => interfere(client, text, send)) : interfere(client, text, send);
  const settled = answer.then(
    () => undefined,
    () => undefined,
  );
  answered.set(client, settled);
  void settled.then(() => {
    if (answered.get(client) === settled) answered.delete(client);
  });
  return answer;
};

const isStream = (query: unknown): boolean =>
  typeof (query as { submit?: unknown } | undefined)?.submit === 'function';

let connects: Promise<unknown> = Promise.resolve();
/** One after the other, so that connections are opened in the order in which they were requested. */
const inTurn = (connect: () => Promise<unknown>): Promise<unknown> => {
  const turn = connects.then(connect);
  connects = turn.catch(() => undefined);
  return turn;
};

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: string } | undefined)?.text ?? '');

wrap('query');
wrap('connect');

export const databaseWork = {
  async idle(): Promise<void> {
    if (drain) {
      await drain();
      return;
    }
    let seen = started;
    for (let quiet = 0; quiet < quietTurns;) {
      if (underWay > 0) await new Promise<void>((resolve) => atRest.push(resolve));
      await nextTurn();
      quiet = underWay === 0 && started === seen ? quiet + 1 : 0;
      seen = started;
    }
  },
  /** Counts other work of the program for which the clock waits, such as calls of other servers. */
  async counted<Result>(run: () => Promise<Result>): Promise<Result> {
    underWay += 1;
    started += 1;
    try {
      return await run();
    } finally {
      settle();
    }
  },
  /** Runs queries of the test itself, which are not counted. */
  uncounted<Result>(run: () => Promise<Result>): Promise<Result> {
    isCounting = false;
    try {
      return run();
    } finally {
      isCounting = true;
    }
  },
  started: () => started,
  connecting: () => connecting,
  /** Fails as a statement of the connection would, so that a transaction fails with it. */
  fail(client: pg.Client, sqlState: '40001' | '40P01'): Promise<unknown> {
    return databaseWork.uncounted(() =>
      client.query(`DO $$ BEGIN RAISE EXCEPTION 'injected fault' USING ERRCODE = '${sqlState}'; END $$`),
    );
  },
  /** A test that delays queries provides how to wait until none is left. */
  drainBy(by: typeof drain): void {
    drain = by;
  },
  prepare(by: typeof preparation): void {
    preparation = by;
  },
  interfere(by: Interference | undefined): void {
    interference = by;
  },
};
