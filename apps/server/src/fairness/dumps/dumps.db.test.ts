/** Dumps: which days are made, once, from which entries of the log, and how their hashes get into it. */
import { createMonitorDay, type MonitoredGames, type MonitoredRound } from '@fairground/fairness/monitor-day';
import type { LoggedRound } from '@fairground/game-kit/server';
import { hash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import { databaseForEach } from '../../../test/for-tests.ts';
import { corrupt, queryAsOwner } from '../../../test/query-as-owner.ts';
import { takeLease } from '../../director/lease.ts';
import type { Database } from '../../platform/database/database.ts';
import { countDay, createMonitor, type MonitorDeps } from './monitor.ts';
import { createLogEngine } from '../log/engine.ts';
import { createDumps } from './engine.ts';

const dayMs = 86_400_000;
/** A time on a day that is long over. */
const startMs = Date.UTC(2025, 0, 1, 22);
const midnightMs = Date.UTC(2025, 0, 2);

let epoch: bigint;
let rounds: LoggedRound[];
let nowMs: number;

const signingKey = { publicKey: Buffer.alloc(32), sign: () => Buffer.alloc(64) };
const context = { gap: { fromMs: 0, untilMs: 0 }, clockJumps: 0, isPaused: false };
const game = {
  id: 'coinToss',
  log: {
    algorithm: 'toss/v2',
    read: async (_query: unknown, { after, maxRows }: { after: bigint; maxRows: number }) =>
      rounds.filter(({ key }) => key > after).slice(0, maxRows),
    sums: async (_query: unknown, { after, through }: { after: bigint; through: bigint }) =>
      rounds
        .filter(({ key }) => key > after && key <= through)
        .map(({ key }) => ({ key, bets: 2, staked: 30n, won: 1, paid: 40n })),
  },
};

const games = {
  rounds: [game],
  totals: ['dice', 'cards'].map((id) => ({ id, folder: id })),
};

/** Imagines a bet on odd numbers. */
const monitored: MonitoredGames = new Map([
  [
    'coinToss',
    {
      chance: () => 0.5,
      wins: ({ number }: { number: number }) => number % 2 === 1,
      maxReturn: () => 0.98,
      outcome: () => ({ number: 1 }),
    },
  ],
]);

const test = databaseForEach();
beforeEach(async () => {
  const lease = await takeLease(test.database, 'test');
  if (!lease) throw new Error('the lease was not taken');
  ({ epoch } = lease);
  rounds = [];
  nowMs = startMs;
  await corrupt(
    test.database,
    `INSERT INTO signing_key (public_key, sealed) VALUES ('\\x${'00'.repeat(32)}', '');
     CREATE TABLE throw (game text, amount bigint, amount_won bigint, ended_at timestamptz);
     CREATE OR REPLACE VIEW game_stake AS SELECT game, NULL::bigint AS id, NULL::bigint AS player_id, amount,
       amount_won AS payout, 0::bigint AS refund, true AS is_settled, ended_at,
       ended_at AS placed_at, NULL::text AS round, NULL::integer AS hundredths FROM throw;
     INSERT INTO throw VALUES
       ('dice', 1, 1, '2025-01-01T21:59:59.999999Z'), ('dice', 300, 0, '2025-01-01T22:00:00Z'),
       ('dice', 150, 100, '2025-01-01T22:59:59.999999Z'), ('dice', 150, 0, '2025-01-01T23:00:00Z'),
       ('dice', 100, 550, '2025-01-01T23:59:59.999999Z'), ('dice', 900, 50, '2025-01-02T00:00:00Z')`,
  );
  await logNow();
  await corrupt(test.database, `UPDATE log_origin SET began_at = '2025-01-01T22:00:00Z'`);
});

const stepContext = (asEpoch: bigint) => ({ ...context, epoch: asEpoch, databaseNowMs: () => nowMs });
/** A new process adds to the log what there is. */
const logNow = async () => {
  const engine = createLogEngine({ database: test.database, signingKey, games: [game] });
  while ((await engine.step(stepContext(epoch))) === 0);
};
const dumps = (database: Pick<Database, 'query'> = test.database) =>
  createDumps({
    database,
    log: { info: () => undefined },
    games,
    monitor: countDay({ monitored, beacon: null }),
  });
const dumpAll = async (asEpoch = epoch, engine = dumps()) => {
  for (let steps = 0; steps < 5; steps += 1) if ((await engine.step(stepContext(asEpoch))) > 0) return;
};

const seed = Buffer.alloc(32, 3);
const settled = (key: number, more: Partial<LoggedRound> = {}): LoggedRound => ({
  key: BigInt(key),
  id: String(key),
  commitment: Buffer.alloc(32, 1),
  link: { chain: 1n, round: key },
  beaconRound: null,
  seal: { betsRoot: Buffer.alloc(32, 2), betCount: 2 },
  result: { seed, outcome: { number: key }, beacon: null },
  isSettled: true,
  void: null,
  ...more,
});

const readDumps = async () =>
  (
    await test.rows<{ day: string; sha256: Buffer; body: Buffer }>(
      'SELECT day::text, sha256, body FROM dump ORDER BY day',
    )
  ).map(({ day, sha256, body }) => ({
    day,
    sha256: sha256.toString('hex'),
    body,
    lines: gunzipSync(body)
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  }));
const idsOf = (lines: readonly Record<string, unknown>[]) =>
  lines.flatMap(({ kind, id }) => (kind === 'round' ? String(id) : []));
const readFiles = async () =>
  (
    await test.rows<{ body: string }>(`SELECT body FROM log_entry WHERE kind = 'file' ORDER BY origin, index`)
  ).map(({ body }) => {
    const { name, sha256 } = JSON.parse(body) as { name: string; sha256: string };
    return { name, sha256 };
  });

const playTwoDays = async () => {
  rounds = [settled(1), settled(2, { result: null, isSettled: false, void: { reason: 'stopped', seed } })];
  await logNow();
  nowMs = midnightMs - 1;
  rounds.push(settled(3, { isSettled: false }));
  await logNow();
  nowMs = midnightMs;
  rounds[2] = settled(3);
  await logNow();
  nowMs = midnightMs + dayMs;
  rounds.push(settled(4));
  await logNow();
};

it('has each round on the day on which it was settled or void, and the totals of other games', async () => {
  await playTwoDays();
  await dumpAll();
  const [first, second, ...others] = await readDumps();
  expect(others).toEqual([]);
  expect(first?.day).toBe('2025-01-01');
  expect(first?.lines).toEqual([
    {
      kind: 'dump',
      day: '2025-01-01',
      from: '2025-01-01T22:00:00.000Z',
      until: '2025-01-02T00:00:00.000Z',
      license: 'CC0-1.0',
      origin: expect.stringMatching(/^fairground\/[0-9a-f]{16}\/1$/) as string,
      v: 1,
    },
    {
      kind: 'round',
      game: 'coinToss',
      id: '1',
      algorithm: 'toss/v2',
      at: '2025-01-01T22:00:00.000Z',
      commitment: '01'.repeat(32),
      chain: '1',
      round: 1,
      beacon: null,
      beaconRound: null,
      betCount: 2,
      betsRoot: '02'.repeat(32),
      staked: 30,
      seed: seed.toString('hex'),
      outcome: { number: 1 },
      won: 1,
      paid: 40,
      void: null,
    },
    expect.objectContaining({ id: '2', outcome: null, paid: null, won: null, void: { reason: 'stopped' } }),
    { kind: 'totals', game: 'cards', bets: 0, staked: 0, paid: 0 },
    { kind: 'totals', game: 'dice', bets: 4, staked: 700, paid: 650 },
  ]);
  expect(idsOf(second?.lines ?? [])).toEqual(['3']);
  expect(second?.lines[0]).toMatchObject({ from: first?.lines[0]?.['until'], day: '2025-01-02' });
  expect(second?.lines.at(-1)).toEqual({ kind: 'totals', game: 'dice', bets: 1, staked: 900, paid: 50 });
});

it('waits until the log has an entry of the next day', async () => {
  rounds = [settled(1)];
  await logNow();
  await dumpAll();
  expect(await readDumps()).toEqual([]);
  nowMs = midnightMs;
  rounds.push(settled(2));
  await logNow();
  await dumpAll();
  expect((await readDumps()).map(({ day }) => day)).toEqual(['2025-01-01']);
});

it('has the same bytes if it is made again', async () => {
  await playTwoDays();
  await dumpAll();
  const made = await readDumps();
  await corrupt(test.database, 'DELETE FROM dump');
  await dumpAll();
  expect((await readDumps()).map(({ body }) => body)).toEqual(made.map(({ body }) => body));
  // No time and no system in the header.
  expect([...(made[0]?.body.subarray(0, 10) ?? [])]).toEqual([31, 139, 8, 0, 0, 0, 0, 0, 2, 255]);
});

it('is made once by two processes, and not under an old epoch', async () => {
  await playTwoDays();
  await dumpAll(epoch - 1n).catch(() => undefined);
  expect(await readDumps()).toEqual([]);
  let inserts = 0;
  const both = Promise.withResolvers<void>();
  const waiting: Database['query'] = async (statement) => {
    if (statement.text.includes('INSERT INTO dump')) {
      inserts += 1;
      if (inserts === 2) both.resolve();
      await both.promise;
    }
    return test.database.query(statement);
  };
  await Promise.all([1, 2].map(() => dumps({ query: waiting }).step(stepContext(epoch))));
  expect((await readDumps()).map(({ day }) => day)).toEqual(['2025-01-01']);
});

it('gets into the log once, also if the leader dies between making and logging it', async () => {
  await playTwoDays();
  const losing: Database['query'] = async (statement) => {
    const rows = await test.database.query(statement);
    if (statement.text.includes('INSERT INTO dump')) throw new Error('the connection broke');
    return rows as never;
  };
  await expect(dumps({ query: losing }).step(stepContext(epoch))).rejects.toThrow('the connection broke');
  expect(await readFiles()).toEqual([]);
  nowMs += 1_000;
  await logNow();
  await dumpAll();
  nowMs += 1_000;
  await logNow();
  await logNow();
  const made = await readDumps();
  expect(await readFiles()).toEqual(
    made.map(({ day, sha256 }) => ({ name: `data/${day}.ndjson.gz`, sha256 })),
  );
  expect(made.map(({ body }) => hash('sha256', body))).toEqual(made.map(({ sha256 }) => sha256));
});

it('is in the next origin too, with what was void because of the restore', async () => {
  await playTwoDays();
  rounds.push(settled(5, { isSettled: false, result: null, seal: null }));
  await logNow();
  await dumpAll();
  await logNow();
  await corrupt(test.database, `INSERT INTO fairness_restart (reason) VALUES ('restore')`);
  nowMs += 1_000;
  rounds[4] = settled(5, { isSettled: false, result: null, seal: null, void: { reason: 'stopped', seed } });
  await logNow();
  expect(await readFiles()).toHaveLength(4);
  nowMs += dayMs;
  rounds.push(settled(6));
  await logNow();
  await dumpAll();
  const third = (await readDumps()).at(-1);
  expect(third?.lines[0]?.['origin']).toMatch(/\/2$/);
  expect(idsOf(third?.lines ?? [])).toEqual(['4', '5']);
});

it('is changed and deleted by nobody', async () => {
  await playTwoDays();
  await dumpAll();
  for (const text of [`UPDATE dump SET body = ''`, 'DELETE FROM dump', 'TRUNCATE dump']) {
    await expect(test.rows(text)).rejects.toThrow('permission denied');
  }
  await expect(queryAsOwner(test.database, `UPDATE dump SET body = ''`)).rejects.toThrow('is final');
});

const monitor = (query: MonitorDeps['query'] = test.database.query) =>
  createMonitor({
    query,
    games,
    monitored,
    beacon: null,
    describeLog: async () => undefined,
    nowMs: () => nowMs,
  });

it('is added up by the monitor as by whoever reads its lines, and the log of after that too', async () => {
  await playTwoDays();
  await dumpAll();
  const watching = monitor();
  const feed = await watching.read();
  const counted = (await readDumps()).map(({ day, lines }) => {
    const sums = createMonitorDay(monitored, { genesisMs: 0, periodMs: 0 });
    for (const line of lines) if (line['kind'] === 'round') sums.add(line as unknown as MonitoredRound);
    return { day, games: sums.sums() };
  });
  expect(feed.days.map(({ day, games: of }) => ({ day, games: of }))).toEqual(counted);
  expect(feed.days[0]).toMatchObject({
    games: [{ game: 'coinToss', rounds: 1, wins: 1, bets: 2, staked: 30, paid: 40, voids: 1 }],
    totals: [
      { game: 'cards', bets: 0, staked: 0, paid: 0 },
      { game: 'dice', bets: 4, staked: 700, paid: 650 },
    ],
  });
  expect(feed.since).toMatchObject({ games: [{ rounds: 1, wins: 0 }], entries: [{ origin: 1 }] });
  expect(feed.voids).toMatchObject([{ game: 'coinToss', id: '2', reason: 'stopped' }]);

  rounds.push(settled(5));
  nowMs += 20_000;
  await logNow();
  const later = await watching.read();
  expect(later.since.games).toMatchObject([{ rounds: 2, wins: 1 }]);
  expect(later.since).toEqual((await monitor().read()).since);

  nowMs += dayMs;
  rounds.push(settled(6));
  await logNow();
  await dumpAll();
  const next = await watching.read();
  expect(next.days).toHaveLength(3);
  expect(next.since.games).toMatchObject([{ rounds: 1, wins: 0 }]);
  expect(next).toEqual(await monitor().read());
});

it('is read once for all who ask within seconds, and again where that failed', async () => {
  await playTwoDays();
  let reads = 0;
  const failing: MonitorDeps['query'] = async (statement) => {
    if (statement.text.includes('FROM dump')) {
      reads += 1;
      if (reads === 1) throw new Error('the database is away');
    }
    return test.database.query(statement);
  };
  const watching = monitor(failing);
  await expect(Promise.all([watching.read(), watching.read()])).rejects.toThrow('is away');
  const [one, other] = await Promise.all([watching.read(), watching.read()]);
  expect(one).toBe(other);
  expect(reads).toBe(2);
});

it('names the entries of each origin that the monitor has read since the last dump', async () => {
  await playTwoDays();
  await dumpAll();
  await corrupt(test.database, `INSERT INTO fairness_restart (reason) VALUES ('restore')`);
  nowMs += 1_000;
  rounds.push(settled(5));
  await logNow();
  const { since } = await monitor().read();
  expect(since.entries).toEqual([
    { origin: 1, first: expect.any(Number) as number, end: null },
    { origin: 2, first: 0, end: expect.any(Number) as number },
  ]);
});

it('is counted once by the monitor if a read of the log lasts longer than its answer is fresh', async () => {
  await playTwoDays();
  await dumpAll();
  const released = Promise.withResolvers<void>();
  const watching = monitor(async (statement) => {
    await released.promise;
    return test.database.query(statement);
  });
  const first = watching.read();
  nowMs += 60_000;
  const second = watching.read();
  released.resolve();
  const { since } = await monitor().read();
  expect((await first).since).toEqual(since);
  expect((await second).since).toEqual(since);
  expect(await watching.read()).toBe(await first);
  nowMs += 60_000;
  expect((await watching.read()).since).toEqual(since);
});
