/**
 * A clock that a test moves: the process's timers and the database's clock together. In the test's own
 * database `clock_timestamp()` and `statement_timestamp()` are found in the schema `public` before those of
 * PostgreSQL, and read a sequence; the program is the one that runs in production, and knows nothing of it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import type { Clock } from '../src/platform/clock.ts';
import type { DatabaseAddress } from '../src/platform/postgres/database.ts';
import { databaseWork } from './database-work.ts';

export interface ControlledClock {
  clock: Clock;
  /** Milliseconds since 1970, as the database has them too. */
  nowMs(): number;
  /** Moves on by so much, stopping at each timer on the way until its work is done. */
  advance(ms: number): Promise<void>;
  advanceTo(ms: number): Promise<void>;
  /** Moves at once, as for a process that slept: timers that were due meanwhile run at the end. */
  stride(ms: number): Promise<void>;
  /** Moves in strides of less than a second, as on a busy machine: quicker than `advance`. */
  glide(ms: number): Promise<void>;
  /** Sets the machine's clock, and so the database's: time itself, and the timers, go on as before. */
  jump(ms: number): void;
  /** Waits until nothing is under way: no query, no step of an engine. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Any moment would do; midday is far from every change of the day. */
const glideMs = 900;
const startMs = Date.parse('2030-06-01T12:00:00.000Z');

const install = `
  CREATE SEQUENCE test_clock_us MINVALUE 0;
  GRANT SELECT ON test_clock_us TO PUBLIC;
  CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS $$ SELECT to_timestamp(0) + last_value * interval '1 us' FROM public.test_clock_us $$;
  CREATE FUNCTION public.statement_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS $$ SELECT public.clock_timestamp() $$;
  -- Defaults were bound to the function of PostgreSQL when their tables were made.
  DO $$ DECLARE d record; BEGIN
    FOR d IN SELECT attrelid::regclass AS rel, attname FROM pg_attribute a
      JOIN pg_attrdef f ON f.adrelid = a.attrelid AND f.adnum = a.attnum
      WHERE pg_get_expr(f.adbin, f.adrelid) LIKE '%clock_timestamp()%'
    LOOP
      EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT public.clock_timestamp()', d.rel, d.attname);
    END LOOP;
    EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
    -- Nothing here is about what a crash of PostgreSQL leaves.
    EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database());
  END $$;`;

interface Planned {
  atMs: number;
  order: number;
  run: () => void;
}

export const createControlledClock = async (address: DatabaseAddress): Promise<ControlledClock> => {
  const hand = new pg.Client({ ...address });
  await hand.connect();
  await hand.query(install);

  /** What passed since the start, and what the machine's clock showed then. */
  let passedMs = 0;
  let baseMs = startMs;
  let order = 0;
  const timers = new Set<Planned>();

  /** The database is told the time when it is next asked something. */
  let told = Number.NaN;
  let telling: Promise<unknown> | undefined;
  const tellDatabase = (): Promise<unknown> | undefined => {
    const nowUs = Math.round((baseMs + passedMs) * 1_000);
    if (told === nowUs) return telling;
    told = nowUs;
    const done = databaseWork.uncounted(() => hand.query('SELECT setval($1, $2)', ['test_clock_us', nowUs]));
    telling = done.finally(() => {
      if (told === nowUs) telling = undefined;
    });
    return telling;
  };
  databaseWork.prepare(tellDatabase);

  const plan = (run: () => void, delayMs: number): Planned => {
    const planned = { atMs: passedMs + Math.max(0, delayMs), order: order++, run };
    timers.add(planned);
    return planned;
  };
  const clock: Clock = {
    now: () => baseMs + passedMs,
    monotonic: () => passedMs,
    setTimeout(run, delayMs) {
      const planned = plan(run, delayMs);
      return { cancel: () => timers.delete(planned) };
    },
    setInterval(run, everyMs) {
      let planned: Planned;
      const again = () => {
        planned = plan(again, everyMs);
        run();
      };
      planned = plan(again, everyMs);
      return { cancel: () => timers.delete(planned) };
    },
  };

  const nextDue = (untilMs: number): Planned | undefined => {
    let next: Planned | undefined;
    for (const timer of timers) {
      if (timer.atMs > untilMs) continue;
      if (!next || timer.atMs < next.atMs || (timer.atMs === next.atMs && timer.order < next.order))
        next = timer;
    }
    return next;
  };
  const fire = (planned: Planned) => {
    timers.delete(planned);
    planned.run();
  };
  const idle = () => databaseWork.idle();

  /** Runs everything that is due now, and what that makes due, until nothing is. */
  const runDue = async () => {
    await idle();
    for (let rounds = 0; ; rounds++) {
      if (rounds > 5_000) throw new Error('timers plan each other without end');
      const due = nextDue(passedMs);
      if (!due) return;
      for (let next: Planned | undefined = due; next; next = nextDue(passedMs)) fire(next);
      await nextTurn();
      await idle();
    }
  };

  const set = async (toMs: number) => {
    passedMs = toMs;
    await runDue();
  };

  const advance = async (ms: number) => {
    const untilMs = passedMs + ms;
    await runDue();
    for (let due = nextDue(untilMs); due; due = nextDue(untilMs)) await set(Math.max(due.atMs, passedMs));
    if (passedMs < untilMs) await set(untilMs);
  };

  return {
    clock,
    nowMs: () => baseMs + passedMs,
    advance,
    advanceTo: (ms) => advance(ms - baseMs - passedMs),
    stride: (ms) => set(passedMs + ms),
    async glide(ms) {
      for (const untilMs = passedMs + ms; passedMs < untilMs;)
        await set(Math.min(passedMs + glideMs, untilMs));
    },
    jump(ms) {
      baseMs += ms;
    },
    idle,
    close() {
      databaseWork.prepare(undefined);
      return hand.end();
    },
  };
};
