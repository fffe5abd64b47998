/**
 * A clock that a test moves: the process's timers and the database's clock together. In the test's own
 * database `clock_timestamp()` and `statement_timestamp()` are found in the schema `public` before those of
 * PostgreSQL, and read a sequence; the program is the one that runs in production and is not aware of it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import type { Clock } from '../src/platform/clock.ts';
import type { DatabaseAddress } from '../src/platform/database/connection.ts';
import { databaseWork } from './database-work.ts';

const coarseStepMs = 900;
/** Any time would do; midday is far from every change of the day. */
const usualStartMs = Date.parse('2030-06-01T12:00:00.000Z');

const install = `
  -- A schema of its own, so that a backup has no part of the clock.
  CREATE SCHEMA test_clock;
  GRANT USAGE ON SCHEMA test_clock TO PUBLIC;
  CREATE SEQUENCE test_clock.us MINVALUE 0;
  GRANT SELECT ON test_clock.us TO PUBLIC;
  CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS $$ SELECT to_timestamp(0) + last_value * interval '1 us' FROM test_clock.us $$;
  CREATE FUNCTION public.statement_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS $$ SELECT public.clock_timestamp() $$;
  -- Defaults were bound to the function of PostgreSQL when their tables were made.
  DO $$ DECLARE d record; BEGIN
    FOR d IN SELECT attrelid::regclass AS rel, attname FROM pg_attribute a
      JOIN pg_attrdef f ON f.adrelid = a.attrelid AND f.adnum = a.attnum
      WHERE pg_get_expr(f.adbin, f.adrelid) ~ '(clock_timestamp|now)\\(\\)'
    LOOP
      EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT public.clock_timestamp()', d.rel, d.attname);
    END LOOP;
    -- So were views, and functions whose body was parsed then; what they are is read before the search path changes.
    FOR d IN SELECT format('CREATE OR REPLACE VIEW %s AS %s', c.oid::regclass, pg_get_viewdef(c.oid)) AS text
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'v' AND n.nspname IN ('public', 'ledger') AND pg_get_viewdef(c.oid) LIKE '%clock_timestamp()%'
      UNION ALL SELECT pg_get_functiondef(p.oid) FROM pg_proc p
      WHERE p.prosqlbody IS NOT NULL AND pg_get_functiondef(p.oid) LIKE '%clock_timestamp()%'
    LOOP
      SET LOCAL search_path = public, pg_catalog;
      EXECUTE d.text;
      SET LOCAL search_path TO DEFAULT;
    END LOOP;
    EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
    -- No test with this clock is about what survives a crash of PostgreSQL.
    EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database());
  END $$;`;

interface Planned {
  atMs: number;
  order: number;
  run: () => void;
}

export const createControlledClock = async (address: DatabaseAddress, startMs = usualStartMs) => {
  const hand = new pg.Client({ ...address });
  await hand.connect();
  await hand.query(install);

  /** The time since the start, and the machine's clock at the start. */
  let passedMs = 0;
  let baseMs = startMs;
  /** By how much the database's clock differs from that of the site's machine. */
  let databaseAheadMs = 0;
  let order = 0;
  const timers = new Set<Planned>();

  /** The database's clock is set before the next query. */
  let sentUs = Number.NaN;
  let sending: Promise<unknown> | undefined;
  const sendTime = (): Promise<unknown> | undefined => {
    const nowUs = Math.round((baseMs + passedMs + databaseAheadMs) * 1_000);
    if (sentUs === nowUs) return sending;
    sentUs = nowUs;
    const done = databaseWork.uncounted(() => hand.query('SELECT setval($1, $2)', ['test_clock.us', nowUs]));
    sending = done.finally(() => {
      if (sentUs === nowUs) sending = undefined;
    });
    return sending;
  };
  databaseWork.prepare(sendTime);

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
      const repeat = () => {
        planned = plan(repeat, everyMs);
        run();
      };
      planned = plan(repeat, everyMs);
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

  /** Runs the timers that are due, and those that become due by them, until none is left. */
  const runDue = async () => {
    await idle();
    for (let rounds = 0; ; rounds++) {
      if (rounds > 5_000) throw new Error('timers schedule each other without end');
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
    /** Milliseconds since 1970, by the clock of the database. */
    nowMs: () => baseMs + passedMs + databaseAheadMs,
    /** Advances by this time and stops at each timer on the way until its work is done. */
    advance,
    advanceTo: (ms: number) => advance(ms - baseMs - passedMs - databaseAheadMs),
    /** Advances in one step, as for a process that was suspended: timers due in between run at the end. */
    suspend: (ms: number) => set(passedMs + ms),
    /** Advances in steps of less than a second, as on a busy machine: faster than `advance`. */
    async advanceCoarsely(ms: number) {
      for (const untilMs = passedMs + ms; passedMs < untilMs;)
        await set(Math.min(passedMs + coarseStepMs, untilMs));
    },
    /** Sets the clock of the site, of the database or of both; the monotonic clock and the timers are not affected. */
    jump(ms: number, of: 'site' | 'database' | 'both' = 'both') {
      if (of !== 'database') baseMs += ms;
      if (of === 'database') databaseAheadMs += ms;
      if (of === 'site') databaseAheadMs -= ms;
    },
    /** Waits until no query is in progress and no engine is taking a step. */
    idle,
    close() {
      databaseWork.prepare(undefined);
      return hand.end();
    },
  };
};

export type ControlledClock = Awaited<ReturnType<typeof createControlledClock>>;
