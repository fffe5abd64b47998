/**
 * Decides from a seed in which order the queries of the site reach PostgreSQL and which of them fail: one query is
 * released at a time, the next when it is answered or waits for a lock. The same seed therefore gives the same
 * history, on a real database.
 */
import { setImmediate as nextTurn, setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseAddress } from '../src/platform/database/connection.ts';
import { databaseWork } from './database-work.ts';

export type Fault = 'deadlock' | 'serialization' | 'cut before' | 'cut after';

interface Waiting {
  client: pg.Client;
  text: string;
  run: () => Promise<unknown>;
  deliver: (outcome: Outcome) => void;
}
type Outcome = { ok: true; result: unknown } | { ok: false; error: unknown };
interface Released extends Waiting {
  outcome: Outcome | undefined;
}

/** A small generator of numbers from a seed (mulberry32). */
export const seededRandom = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (limit: number): number => Math.floor(next() * limit),
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
  };
};

export type SeededRandom = ReturnType<typeof seededRandom>;

const quietTurns = 8;

export interface QuerySchedule {
  /** One query in this many fails; 0 for none. */
  faultEvery: number;
  readonly faults: Record<Fault, number>;
  /** The queries that were released, in order. */
  readonly history: readonly string[];
  close(): Promise<void>;
}

export const createQuerySchedule = async (
  address: DatabaseAddress,
  random: ReturnType<typeof seededRandom>,
): Promise<QuerySchedule> => {
  const witness = new pg.Client({ ...address });
  await databaseWork.uncounted(() => witness.connect());
  const waiting: Waiting[] = [];
  let running: Released[] = [];
  const history: string[] = [];
  const faults: Record<Fault, number> = { deadlock: 0, serialization: 0, 'cut before': 0, 'cut after': 0 };

  const isBlocked = async ({ client }: Released): Promise<boolean> => {
    const { processID } = client as unknown as { processID: number };
    const { rows } = await databaseWork.uncounted(() =>
      witness.query<{ blocked: boolean }>({
        name: 'blocked',
        text: 'SELECT cardinality(pg_blocking_pids($1)) > 0 AS blocked',
        values: [processID],
      }),
    );
    return rows[0]?.blocked === true;
  };

  const isConnected = async ({ client }: Waiting): Promise<boolean> => {
    const { processID } = client as unknown as { processID: number };
    const { rowCount } = await databaseWork.uncounted(() =>
      witness.query('SELECT FROM pg_stat_activity WHERE pid = $1', [processID]),
    );
    return rowCount !== 0;
  };

  /** Waits until each released query is answered or waits for a lock of another. */
  const settle = async () => {
    for (;;) {
      const unanswered = () => running.filter(({ outcome }) => !outcome);
      for (let turn = 0; turn < 40 && unanswered().length > 0; turn++) await nextTurn();
      let working = false;
      for (const query of unanswered()) working = !(await isBlocked(query)) || working;
      if (!working) break;
      await after(1);
    }
    const answered = running.filter(({ outcome }) => outcome);
    running = running.filter(({ outcome }) => !outcome);
    // Answers reach the site in the order in which the queries were released.
    for (const { deliver, outcome } of answered) deliver(outcome as Outcome);
  };

  const chooseFault = (text: string): Fault | undefined => {
    if (schedule.faultEvery === 0 || random.below(schedule.faultEvery) > 0) return undefined;
    // A transaction is rolled back by one of its statements or by its COMMIT.
    const all: Fault[] = /^(BEGIN|ROLLBACK)/.test(text)
      ? ['cut before', 'cut after']
      : ['deadlock', 'serialization', 'cut before', 'cut after'];
    return random.pick(all);
  };

  const release = (query: Waiting) => {
    const fault = chooseFault(query.text);
    const released: Released = { ...query, outcome: undefined };
    running.push(released);
    history.push(`${fault ?? 'well'}: ${query.text.replaceAll(/\s+/g, ' ').slice(0, 80)}`);
    if (fault) faults[fault] += 1;
    perform(fault, query).then(
      (result) => (released.outcome = { ok: true, result }),
      (error: unknown) => (released.outcome = { ok: false, error }),
    );
  };

  /** The site notices a cut connection immediately; PostgreSQL does so later, which is awaited. */
  const perform = async (fault: Fault | undefined, query: Waiting): Promise<unknown> => {
    try {
      return await runWith(fault, query);
    } finally {
      if (fault?.startsWith('cut')) while (await isConnected(query)) await after(1);
    }
  };

  const drain = async () => {
    for (;;) {
      let seen = -1;
      for (let quiet = 0; quiet < quietTurns;) {
        await nextTurn();
        const now = waiting.length + databaseWork.started();
        quiet = seen === now && databaseWork.connecting() === 0 ? quiet + 1 : 0;
        seen = now;
      }
      if (waiting.length === 0 && running.length === 0) return;
      const [next] = waiting.length > 0 ? waiting.splice(random.below(waiting.length), 1) : [];
      if (next) release(next);
      // PostgreSQL itself resolves deadlocks after its timeout.
      else await after(20);
      await settle();
    }
  };

  const schedule: QuerySchedule = {
    faultEvery: 0,
    faults,
    history,
    async close() {
      databaseWork.interfere(undefined);
      databaseWork.drainBy(undefined);
      await databaseWork.uncounted(() => witness.end());
    },
  };
  databaseWork.interfere(
    (client, text, run) =>
      new Promise((resolve, reject) => {
        const deliver = (outcome: Outcome) => (outcome.ok ? resolve(outcome.result) : reject(outcome.error));
        waiting.push({ client, text, run, deliver });
      }),
  );
  databaseWork.drainBy(drain);
  return schedule;
};

const runWith = async (fault: Fault | undefined, { client, run }: Waiting): Promise<unknown> => {
  const cut = () => {
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  };
  switch (fault) {
    case undefined:
      return run();
    case 'deadlock':
    case 'serialization':
      return databaseWork.fail(client, fault === 'deadlock' ? '40P01' : '40001');
    case 'cut before':
      cut();
      return run();
    case 'cut after':
      await run();
      cut();
      throw new Error('Connection terminated unexpectedly');
  }
};
