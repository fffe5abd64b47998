/** F29: what delays a renewal of the lease neither ends a leadership nor counts as a jump of the clock. */
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startDirector, type Director, type StepContext } from './director.ts';
import { renewLease, takeLease } from './lease.ts';
import { createLogger } from '../platform/logger.ts';
import type { Database, Statement } from '../platform/database/database.ts';
import { createControlledClock, type ControlledClock } from '../../test/controlled-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness.ts';
import { waitsForLock } from '../../test/lock-waits.ts';

let test: TestDatabase;
let time: ControlledClock;
let directors: Director[];
let epoch: bigint;
/** What the engine of each leader saw last. */
let seen: StepContext | undefined;

beforeEach(async () => {
  test = await createTestDatabase({ connections: 6 });
  time = await createControlledClock(test.address);
  directors = [];
  seen = undefined;
});
afterEach(async () => {
  const stopping = Promise.all(directors.map((director) => director.stop()));
  await time.advance(1_000);
  await stopping;
  await time.close();
  await test.close();
});

const lead = (database: Database = test.database): Director => {
  const director = startDirector({
    database,
    clock: time.clock,
    log: createLogger('silent'),
    holder: `process ${directors.length}`,
    engines: [
      {
        name: 'watch',
        async step(context) {
          seen = context;
          epoch = context.epoch;
          return 100;
        },
      },
    ],
    isPaused: () => false,
  });
  directors.push(director);
  return director;
};

/** By how much what a leader believes of the database's clock is off. */
const clockErrorMs = () => Math.abs((seen?.databaseNowMs() ?? NaN) - time.nowMs());

it.each([2_500, 4_000])('a statement that holds the fence for %d ms holds up no renewal', async (stallMs) => {
  const first = lead();
  await time.advance(2_000);
  const second = lead();
  await time.advance(2_000);
  const epochBefore = epoch;
  const gapBefore = seen?.gap;
  const holding = new pg.Client({ ...test.address });
  await holding.connect();
  try {
    await holding.query('BEGIN');
    await holding.query('SELECT held_lease($1)', [String(epochBefore)]);
    const passing = time.advance(stallMs);
    expect(await waitsForLock(test.database, 'director_', passing), 'a renewal waits').toBe(false);
    await passing;
    await holding.query('COMMIT');
  } finally {
    await holding.end();
  }
  await time.advance(2_000);
  expect([first.isLeading(), second.isLeading()]).toEqual([true, false]);
  expect(epoch).toBe(epochBefore);
  expect(seen).toMatchObject({ clockJumps: 0, gap: gapBefore });
  expect(clockErrorMs()).toBe(0);
});

/** Statements of this name are executed before (or after) what they wait for, and answered after it. */
const delayed = (name: string, when: 'before' | 'after') => {
  let wait: Promise<void> | undefined;
  const database: Database = {
    ...test.database,
    async query<Row extends object>(statement: Statement) {
      const pause = statement.name === name ? wait : undefined;
      if (when === 'after') await pause;
      const rows = await test.database.query<Row>(statement);
      if (when === 'before') await pause;
      return rows;
    },
  };
  return {
    database,
    /** Holds up what is sent from now on. Returns what lets it continue. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      wait = promise;
      return () => {
        wait = undefined;
        resolve();
      };
    },
  };
};

it.each([
  ['answered', 'before', 2_500],
  ['answered', 'before', 4_000],
  ['executed', 'after', 2_500],
  ['executed', 'after', 4_000],
] as const)('a renewal that is %s late (%s, %d ms) is no jump of the clock', async (_, when, stallMs) => {
  const { database, hold } = delayed('director-renew-lease', when);
  const director = lead(database);
  await time.advance(3_500);
  const release = hold();
  await time.advance(stallMs);
  release();
  await time.advance(3_000);
  expect(director.isLeading()).toBe(true);
  expect(seen?.clockJumps).toBe(0);
  expect(clockErrorMs()).toBe(0);
});

it('a jump of the clock counts after a slow renewal too, once', async () => {
  const { database, hold } = delayed('director-renew-lease', 'before');
  lead(database);
  await time.advance(3_500);
  const release = hold();
  await time.advance(2_000);
  time.jump(10_000);
  release();
  await time.advance(3_000);
  expect(seen?.clockJumps).toBe(1);
  expect(clockErrorMs()).toBe(0);
});

it('a lease that is taken after a wait says when it was taken', async () => {
  await takeLease(test.database, 'dead');
  const [row] = await test.rows<{ epoch: bigint }>('SELECT epoch FROM director_lease');
  time.jump(3_500);
  await time.advance(0);
  const holding = new pg.Client({ ...test.address });
  await holding.connect();
  try {
    await holding.query('BEGIN');
    await holding.query('SELECT held_lease($1)', [String(row?.epoch)]);
    const director = lead();
    // The statement of the dead leader is still running.
    const passing = time.advance(0);
    expect(await waitsForLock(test.database, 'director_', passing), 'the take-over waits').toBe(true);
    expect(director.isLeading()).toBe(false);
    await holding.query('COMMIT');
    await passing;
    await time.advance(1_500);
    expect(director.isLeading()).toBe(true);
    expect(epoch).toBe((row?.epoch ?? 0n) + 1n);
  } finally {
    await holding.end();
  }
});

it('F5: a leader that is suspended as soon as it has taken the lease continues the time without a leader', async () => {
  await takeLease(test.database, 'dead');
  const takenMs = time.nowMs();
  lead();
  await time.advance(4_000);
  expect(seen?.gap).toEqual({ fromMs: takenMs, untilMs: takenMs + 4_000 });
  await time.suspend(3_000);
  await time.advance(200);
  expect(seen?.gap).toEqual({ fromMs: takenMs, untilMs: takenMs + 7_000 });
  await time.advance(2_000);
  await time.suspend(3_000);
  await time.advance(200);
  expect((seen?.gap.untilMs ?? 0) - (seen?.gap.fromMs ?? 0)).toBeLessThan(4_001);
});

it('a take-over that is slow measures the clock again before it leads', async () => {
  const { database, hold } = delayed('director-take-lease', 'after');
  const release = hold();
  lead(database);
  await time.advance(4_000);
  release();
  await time.advance(500);
  expect(seen, 'it leads').toBeDefined();
  expect(clockErrorMs()).toBe(0);
});

it('a leader that cannot renew for as long as a lease lasts steps down, and leads again by a new epoch', async () => {
  let isAway = false;
  const director = lead({
    ...test.database,
    async query<Row extends object>(statement: Statement) {
      if (isAway) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      return test.database.query<Row>(statement);
    },
  });
  await time.advance(2_500);
  const epochBefore = epoch;
  isAway = true;
  await time.advance(2_000);
  expect(director.isLeading()).toBe(true);
  await time.advance(2_500);
  expect(director.isLeading()).toBe(false);
  isAway = false;
  await time.advance(2_000);
  expect(director.isLeading()).toBe(true);
  expect(epoch).toBe(epochBefore + 1n);
  expect(seen?.clockJumps).toBe(0);
});

it('a director that is stopped while it takes the lease releases it', async () => {
  const { database, hold } = delayed('director-take-lease', 'before');
  const release = hold();
  const director = lead(database);
  await time.idle();
  const stopping = director.stop();
  release();
  await stopping;
  const rows = await test.rows('SELECT holder FROM director_lease');
  expect(rows).toEqual([{ holder: null }]);
  expect(director.isLeading()).toBe(false);
});

it('a renewal does not wait for the disk', async () => {
  const taken = await takeLease(test.database, 'one');
  const setting = await test.database.transaction(async (query) => {
    await query({ text: 'SET LOCAL synchronous_commit = on', values: [] });
    await renewLease({ query }, taken?.epoch ?? 0n);
    return query<{ value: string }>({
      text: `SELECT current_setting('synchronous_commit') AS value`,
      values: [],
    });
  });
  expect(setting).toEqual([{ value: 'off' }]);
});
