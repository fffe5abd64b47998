/** Limits that several processes share through a real server, and their behavior while it is unavailable. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../test/player-client.ts';
import {
  createValkeyServer,
  valkeyMissing,
  valkeyProgram,
  type ValkeyServer,
} from '../../../test/valkey-server.ts';
import { createAttemptLimiter, createSharedAttemptLimiter, type AttemptRule } from '../attempt-limiter.ts';
import { systemClock } from '../clock.ts';
import { createSharedCounts, type SharedCounts } from './shared-counts.ts';
import { createValkeyClient } from './valkey-client.ts';
import { accepted } from '@fairground/contract/errors';

if (valkeyProgram === undefined) console.info(valkeyMissing);

const rule: AttemptRule = { name: 'tries', max: 4, windowMs: 600_000 };
const other: AttemptRule = { name: 'others', max: 100, windowMs: 600_000 };

const warned: unknown[] = [];

describe.runIf(valkeyProgram !== undefined)('over a server', () => {
  let valkey: ValkeyServer;
  const open: SharedCounts[] = [];
  const isReady = (counts: SharedCounts) =>
    counts.add([]).then(
      () => true,
      () => false,
    );
  const createLimiter = async (url = valkey.url) => {
    const counts = createSharedCounts(url, { warn: (...line: unknown[]) => void warned.push(line) });
    open.push(counts);
    await until('the counts are shared', () => isReady(counts));
    return createSharedAttemptLimiter(createAttemptLimiter(systemClock), counts);
  };
  beforeAll(async () => {
    valkey = await createValkeyServer();
    valkey.start();
  });
  afterAll(() => {
    for (const counts of open) counts.close();
    valkey?.remove();
  });

  test('counts attempts on all processes, counts none that a limit refuses, and refunds successes', async () => {
    const [one, two] = [await createLimiter(), await createLimiter()];
    for (const limiter of [one, two, one, two]) {
      expect(
        await limiter.take([
          [rule, 'a'],
          [other, 'a'],
        ]),
      ).toEqual(accepted);
    }
    for (const limiter of [one, two]) {
      const attempt = await limiter.take([
        [rule, 'a'],
        [other, 'a'],
      ]);
      expect(attempt.ok).toBe(false);
      expect(attempt.ok ? 0 : attempt.retryAfterSeconds).toBeGreaterThan(590);
    }
    const [counts] = open;
    expect(await counts?.add([{ key: 'others a', by: 0, windowMs: 1_000 }])).toMatchObject([{ count: 4 }]);
    await two.giveBack([[rule, 'a']]);
    expect(await one.take([[rule, 'a']])).toEqual(accepted);
    expect(await two.take([[rule, 'a']])).toMatchObject({ ok: false });
  });

  test('adds up a counter until it expires', async () => {
    await createLimiter();
    const [counts] = open;
    const add = () => counts?.add([{ key: 'x', by: 3, windowMs: 60_000 }]);
    expect(await add()).toMatchObject([{ count: 3 }]);
    const [second] = (await add()) ?? [];
    expect(second?.count).toBe(6);
    expect(second?.remainingMs).toBeGreaterThan(0);
    expect(second?.remainingMs).toBeLessThanOrEqual(60_000);
  });

  test('says once where the server does not let it count, and counts per process', async () => {
    const limiter = await createLimiter();
    const admin = createValkeyClient(valkey.url, { givenUpAfterMs: 3_000 });
    admin.on('error', () => undefined);
    await admin.connect();
    await admin.sendCommand(['ACL', 'SETUSER', 'default', '-eval']);
    for (let count = 0; count < 4; count += 1) expect(await limiter.take([[rule, 'c']])).toEqual(accepted);
    expect(await limiter.take([[rule, 'c']])).toMatchObject({ ok: false });
    await admin.sendCommand(['ACL', 'SETUSER', 'default', '+eval']);
    admin.destroy();
    expect(warned).toEqual([
      [
        { err: expect.objectContaining({ message: expect.stringMatching(/^NOPERM/) }) },
        expect.stringMatching(/refuses/),
      ],
    ]);
  });

  test('F18: counts per process, from the known counts, while the server is unavailable', async () => {
    const [one, two] = [await createLimiter(), await createLimiter()];
    expect(await one.take([[rule, 'b']])).toEqual(accepted);
    valkey.kill();
    const [counts] = open;
    if (counts) await until('it is unavailable', async () => !(await isReady(counts)));
    for (let count = 0; count < 3; count += 1) expect(await one.take([[rule, 'b']])).toEqual(accepted);
    expect(await one.take([[rule, 'b']])).toMatchObject({ ok: false });
    for (let count = 0; count < 4; count += 1) expect(await two.take([[rule, 'b']])).toEqual(accepted);
    expect(await two.take([[rule, 'b']])).toMatchObject({ ok: false });
  });
});
