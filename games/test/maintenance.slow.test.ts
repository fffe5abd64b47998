/**
 * Maintenance: no game takes stakes, what runs is finished and paid, nothing empty starts, and
 * all of it continues afterwards.
 */
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Maintenance } from '@fairground/contract/maintenance';
import { runAdmin } from '../../apps/server/src/staff/commands/run.ts';
import { endMaintenance, startMaintenance } from '../../apps/server/src/staff/acts/maintenance.ts';
import { placeForFlight } from '../aviator/test/running-flights.ts';
import { createTestService, stakeOf } from '../aviator/test/table.ts';
import { createControlledClock } from '../../apps/server/test/controlled-clock.ts';
import { createTestDatabase } from '../../apps/server/test/harness.ts';
import { seededEntropy } from '../../apps/server/test/seeded-entropy.ts';
import { urlOf } from '../../apps/server/test/shared-postgres.ts';
import { startTestSite, type TestSite, type TimedSite } from '../../apps/server/test/test-site.ts';

describe('on a clock that the test moves', () => {
  let site: TimedSite;
  let alice: string;
  beforeEach(async () => {
    site = await startTestSite({
      clock: 'moved',
      entropy: seededEntropy('maintenance'),
      env: {
        AVIATOR_COUNTDOWN_MS: '10000',
        DOUBLE_TROUBLE_INTERVAL_MS: '30000',
        LOTTERY_DRAW_CRON: '*/10 * * * *',
      },
    });
    alice = (await site.register('alice')).token;
    await site.time.advance(100);
  });
  afterEach(() => site.close());

  const start = async () => {
    expect(await startMaintenance(site.database, { reason: 'A new disk.' })).toBe(true);
    await site.time.advance(1_500);
  };
  const maintenance = async (): Promise<Maintenance | undefined> =>
    (await site.call('GET', '/games/closed', '')).body['maintenance'] as Maintenance | undefined;
  const newestRound = async () => {
    const [round] = await site.rows<{ id: bigint; state: string; starts_at: Date }>(
      'SELECT id, state, starts_at FROM aviator_round ORDER BY id DESC LIMIT 1',
    );
    if (!round) throw new Error('there is no round');
    return round;
  };
  const bet = (path: string, body: object) => site.call('POST', path, alice, body);
  const betOnLongFlight = (roundId: bigint, autoCashOut?: number) =>
    placeForFlight(
      site,
      roundId,
      [
        {
          place: (body) => bet('/aviator/create', body),
          ...(autoCashOut === undefined ? {} : { autoCashOut }),
        },
      ],
      ({ flightMs }) => flightMs > 10_000,
    );

  it('refuses stakes in every game, and leaves readiness, sign-ins and reading as they are', async () => {
    await start();
    for (const [path, body] of [
      ['/aviator/create', { amount: 10 }],
      ['/doubleTrouble/create', { drawType: 'Under', amount: 10 }],
      ['/lottery/create', { numbers: [1, 2, 3, 4, 5, 6], bid: 10 }],
      ['/lottery/advance', { numbers: [1, 2, 3, 4, 5, 6], bid: 10, draws: 2 }],
      ['/highStriker/create', { amount: 100, target: 2 }],
      [
        '/mineField/create',
        { difficulty: 'Easy', bidAmount: 100, gemsFound: 0, multiplier: 1, gameState: 'Playing' },
      ],
    ] as const) {
      const { status, body: problem } = await bet(path, body);
      expect([path, status, problem.code]).toEqual([path, 409, 'game_closed']);
    }
    expect(await site.call('GET', '/health/ready', '')).toMatchObject({
      status: 200,
      body: { status: 'ok', maintenance: true, closedGames: [] },
    });
    expect((await site.call('GET', '/games/closed', '')).body).toMatchObject({
      games: expect.arrayContaining(['aviator', 'lottery', 'wheel']) as string[],
      maintenance: { reason: { en: 'A new disk.' }, running: 0 },
    });
    const signedIn = await site.call('POST', '/auth/login', '', {
      identifier: 'alice',
      password: 'a meadow of lanterns',
    });
    expect(signedIn.status).toBe(200);
    expect((await site.call('GET', '/user/me', alice)).status).toBe(200);
  });

  it('flies a round with bets, pays it, and starts no other before the end', async () => {
    const { id } = await newestRound();
    await betOnLongFlight(id, 1.01);
    await start();
    expect(await maintenance()).toMatchObject({ running: 1 });
    await site.time.advance(10_000);
    expect((await newestRound()).state).toBe('flying');
    for (let steps = 0; (await newestRound()).id === id; steps++) {
      if (steps > 60) throw new Error('the flight does not end');
      await site.time.advanceCoarsely(2_000);
    }
    await site.time.advance(3_000);
    expect(await site.rows('SELECT state FROM aviator_round WHERE id = $1', id)).toEqual([
      { state: 'finished' },
    ]);
    expect(
      await site.rows(`SELECT count(*)::integer AS pending FROM aviator_bet WHERE outcome = 'pending'`),
    ).toEqual([{ pending: 0 }]);
    expect(await maintenance()).toMatchObject({ running: 0 });

    const next = await newestRound();
    await site.time.advanceCoarsely(120_000);
    expect(await newestRound()).toEqual(next);
    expect(next.state).toBe('betting');

    expect(await endMaintenance(site.database)).toBe(true);
    await site.time.advance(2_500);
    const resumed = await newestRound();
    expect([resumed.id, resumed.state]).toEqual([next.id, 'betting']);
    expect(resumed.starts_at.getTime()).toBeGreaterThan(site.time.nowMs());
    await betOnLongFlight(next.id);
    expect(await maintenance()).toBeUndefined();
    await site.time.advance(10_000);
    expect((await newestRound()).state).toBe('flying');
    expect(await site.findViolations()).toEqual([]);
  });

  it('flies a round for a bet that a process took before it knew', async () => {
    await start();
    const waiting = await newestRound();
    expect(waiting.state).toBe('betting');
    const [player] = await site.rows<{ id: bigint }>(`SELECT id FROM player WHERE username = 'alice'`);
    // A process that was suspended before the maintenance and does not know of it yet.
    const unaware = createTestService(site.database);
    const placed = await unaware.placeBet(stakeOf(player?.id ?? 0n, { autoHundredths: 101 }));
    expect(placed.ok).toBe(true);
    await site.time.advance(1_500);
    expect(await maintenance()).toMatchObject({ running: 1 });
    await site.time.advance(10_000);
    expect(await newestRound()).toMatchObject({ id: waiting.id, state: 'flying' });
  });

  it('draws slots and the lottery for what was sold, and no empty slot', async () => {
    expect((await bet('/doubleTrouble/create', { drawType: 'Under', amount: 10 })).status).toBe(201);
    expect((await bet('/lottery/create', { numbers: [1, 2, 3, 4, 5, 6], bid: 10 })).status).toBe(201);
    await start();
    expect(await maintenance()).toMatchObject({ running: 1 });
    await site.time.advanceCoarsely(35_000);
    expect(await maintenance()).toMatchObject({ running: 0 });
    const drawn = () => site.rows(`SELECT id FROM double_trouble_draw WHERE state = 'finished'`);
    expect(await drawn()).toHaveLength(1);
    const [lottery] = await site.rows<{ id: bigint; draws_at: Date }>(
      `SELECT id, draws_at FROM lottery_draw WHERE state = 'open'`,
    );
    if (!lottery) throw new Error('no draw is open');
    await site.time.advanceCoarsely(lottery.draws_at.getTime() - site.time.nowMs() + 5_000);
    expect(await site.rows('SELECT state FROM lottery_draw WHERE id = $1', lottery.id)).toEqual([
      { state: 'finished' },
    ]);
    expect(await drawn()).toHaveLength(1);
    expect(await site.findViolations()).toEqual([]);
  });
});

it('settles after a restart what was open when it began', async () => {
  const test = await createTestDatabase({ connections: 2 });
  const time = await createControlledClock(test.address);
  const env = { DOUBLE_TROUBLE_INTERVAL_MS: '60000', SIGNUP_COINS: '1000' };
  const before = await startTestSite({ env, test, clock: time.clock, chainLinks: 512 });
  await time.idle();
  await time.advance(1_000);
  const { token } = await before.register('patient');
  const bet = async ({ site: { app } }: TestSite) =>
    app.inject({
      method: 'POST',
      url: '/api/doubleTrouble/create',
      headers: { authorization: `Bearer ${token}` },
      payload: { drawType: 'Over', amount: 10 },
    });
  const outcomes = () => test.rows('SELECT outcome FROM double_trouble_bet');
  expect((await bet(before)).statusCode).toBe(201);
  expect(await startMaintenance(test.database, { reason: 'A new machine.' })).toBe(true);
  const stopping = before.site.stop();
  await time.advance(5_000);
  await stopping;
  expect(await outcomes()).toEqual([{ outcome: 'pending' }]);

  const again = await startTestSite({
    env,
    beside: before,
    clock: time.clock,
    chainLinks: 512,
  });
  await time.idle();
  expect((await bet(again)).json()).toMatchObject({ status: 409, code: 'game_closed' });
  await time.advanceCoarsely(60_000);
  expect(await outcomes()).toEqual([{ outcome: expect.stringMatching(/^(win|loss)$/) as string }]);
  const ending = again.close();
  await time.advance(5_000);
  await ending;
  await rm(before.dataDir, { recursive: true, force: true });
  await time.close();
  await test.close();
});

describe('for operators', () => {
  it('is switched by commands, which are logged and print what still runs', async () => {
    const test = await createTestDatabase({ connections: 2 });
    const admin = async (...words: string[]) => {
      const lines: string[] = [];
      const env = { DATABASE_URL: urlOf(test.address) };
      const code = await runAdmin(['maintenance', ...words], env, (line) => lines.push(line));
      return { code, text: lines.join('\n') };
    };
    try {
      expect(await admin('status')).toEqual({ code: 0, text: 'Maintenance is off.\n0 rounds still running' });
      expect(await admin('on')).toEqual({ code: 2, text: '--reason is missing: players see it.' });
      expect((await admin('on', '--reason', 'x')).code).toBe(2);
      const on = await admin('on', '--reason', 'A new disk.', '--reason-es', 'Un disco nuevo.');
      expect(on).toMatchObject({
        code: 0,
        text: expect.stringMatching(
          /^Maintenance is on since .*: A new disk\.\nIn Spanish: Un disco nuevo\.\n0 rounds still running$/,
        ) as string,
      });
      expect(await admin('on', '--reason', 'Another.')).toMatchObject({ code: 2 });
      expect(await admin('off')).toEqual({ code: 0, text: 'Maintenance is off.' });
      expect(await admin('off')).toEqual({ code: 2, text: 'Maintenance is already off.' });
      const log =
        await test.rows(`SELECT command, staff_id, before ->> 'reason' AS before, after ->> 'reason' AS after
          FROM operator_log ORDER BY id`);
      expect(log).toEqual([
        { command: 'maintenance on', staff_id: null, before: null, after: 'A new disk.' },
        { command: 'maintenance off', staff_id: null, before: 'A new disk.', after: null },
      ]);
    } finally {
      await test.close();
    }
  });

  it('outlives a restart', async () => {
    const test = await createTestDatabase({ connections: 2 });
    const started: TestSite[] = [];
    const open = async () => {
      const [first] = started;
      const next = await startTestSite({
        ...(first ? { beside: first } : { test }),
        chainLinks: 64,
      });
      started.push(next);
      const answer = await next.call('GET', '/games/closed');
      await next.site.stop();
      return (answer.body as unknown as { maintenance?: Maintenance }).maintenance?.reason;
    };
    try {
      expect(await open()).toBeUndefined();
      expect(await startMaintenance(test.database, { reason: 'Moving house.' })).toBe(true);
      expect(await open()).toEqual({ en: 'Moving house.' });
      expect(await endMaintenance(test.database)).toBe(true);
      expect(await open()).toBeUndefined();
    } finally {
      for (const each of started) await each.close();
      await test.close();
    }
  });
});
