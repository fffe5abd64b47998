/** A45: what a leader gets of the beacon, from which address, and for how long it asks. */
import { localBeaconValue, localChain } from '@fairground/fairness/local-beacon';
import { beaconTimeMs, isBeaconValue, type BeaconValue } from '@fairground/fairness/beacon';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startLocalBeacon, type LocalBeacon } from '../../../test/local-beacon.ts';
import { systemClock } from '../../platform/clock.ts';
import { openBeacon, type Beacon, type BeaconDeps } from './service.ts';
import { createBeaconVerifier } from './verifier.ts';
import { databaseForEach } from '../../../test/for-tests.ts';

const round = 1_000;
const dueMs = beaconTimeMs(localChain, round);

const test = databaseForEach();
let servers: LocalBeacon[];
let nowMs: number;
let warnings: string[];
let verified: number;

beforeEach(async () => {
  nowMs = dueMs - 1_000;
  warnings = [];
  verified = 0;
  servers = [await startLocalBeacon({ nowMs: () => nowMs }), await startLocalBeacon({ nowMs: () => nowMs })];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
});

const [first, second] = [() => servers[0] ?? expect.fail(), () => servers[1] ?? expect.fail()];

/** As in one process. */
const open = (deps: Partial<BeaconDeps> = {}): Promise<Beacon> =>
  openBeacon({
    database: test.database,
    clock: systemClock,
    log: { info: () => undefined, warn: (_fields, text) => warnings.push(text) },
    urls: servers.map(({ url }) => url),
    chain: localChain,
    verifier: {
      async isValid(chain, value) {
        verified += 1;
        return isBeaconValue(chain, value);
      },
    },
    isSealPublished: async () => true,
    ...deps,
  });

const context = (more = {}) => ({ epoch: 0n, clockJumps: 0, databaseNowMs: () => nowMs, ...more });
const named = (beacon: Beacon) => ({
  game: 'one',
  id: '7',
  chainId: beacon.chainId ?? expect.fail(),
  round,
});
/** Steps until the answer is final, as an engine takes them. */
const waitFor = async (beacon: Beacon, more = {}) => {
  for (;;) {
    const step = await beacon.step(named(beacon), context(more));
    if (step.state !== 'awaited') return { ...step, afterMs: nowMs - dueMs };
    nowMs += step.inMs;
  }
};

describe('a value', () => {
  it('is asked for at its time, verified once, and kept', async () => {
    const beacon = await open();
    expect(await beacon.step(named(beacon), context())).toEqual({ state: 'awaited', inMs: 1_000 });
    expect(first().asked).toEqual([]);
    expect(await waitFor(beacon)).toEqual({ state: 'known', value: localBeaconValue(round), afterMs: 0 });
    await waitFor(beacon);
    expect(verified).toBe(1);
    expect(first().asked).toEqual([round]);
    expect(second().asked).toEqual([]);
  });

  it.each([3, 29])('that is %s s late is waited for', async (seconds) => {
    for (const server of servers) server.behave({ lateMs: seconds * 1_000 });
    expect(await waitFor(await open())).toMatchObject({ state: 'known', afterMs: seconds * 1_000 });
    expect(warnings).toEqual([]);
  });

  it('that is 31 s late is missing after 30 s', async () => {
    for (const server of servers) server.behave({ lateMs: 31_000 });
    expect(await waitFor(await open())).toEqual({ state: 'missing', afterMs: 30_000 });
  });

  it('of a beacon that is unreachable is missing, and the outage is logged once for each address', async () => {
    for (const server of servers) server.behave({ isAway: true });
    expect(await waitFor(await open())).toMatchObject({ state: 'missing' });
    expect(warnings).toEqual(['beacon: no usable answer', 'beacon: no usable answer']);
  });

  it.each([
    ['repeated', 'a wrong signature'],
    ['other round', 'a value of another round'],
    ['wrong signature', 'a wrong signature'],
  ] as const)(
    'that is %s is refused, logged once, and found at the second address',
    async (answers, fault) => {
      first().behave({ answers });
      second().behave({ lateMs: 2_000 });
      expect(await waitFor(await open())).toEqual({
        state: 'known',
        value: localBeaconValue(round),
        afterMs: 2_000,
      });
      expect(warnings).toEqual([`beacon: ${fault}`]);
    },
  );

  it.each(['repeated', 'other round', 'wrong signature'] as const)(
    'that is %s everywhere is missing',
    async (answers) => {
      for (const server of servers) server.behave({ answers });
      expect(await waitFor(await open())).toMatchObject({ state: 'missing' });
      expect(await test.rows('SELECT FROM beacon_value')).toEqual([]);
    },
  );

  it('that another process stored is verified again, without asking', async () => {
    await waitFor(await open());
    const asked = first().asked.length;
    expect(await waitFor(await open())).toMatchObject({ state: 'known' });
    expect(verified).toBe(2);
    expect(first().asked).toHaveLength(asked);
    await expect(test.rows(`UPDATE beacon_value SET round = round + 1`)).rejects.toThrow('permission denied');
  });

  it('is verified by a thread beside the main one', async () => {
    const verifier = createBeaconVerifier();
    const value = localBeaconValue(round);
    const results = await Promise.all([
      verifier.isValid(localChain, value),
      verifier.isValid(localChain, { ...value, round: round + 1 }),
    ]);
    await verifier.stop();
    expect(results).toEqual([true, false]);
  });
});

describe('the 30 seconds', () => {
  it('count from the take-over where that is later than the value', async () => {
    for (const server of servers) server.behave({ isAway: true });
    const beacon = await open();
    nowMs = dueMs + 20_000;
    expect(await beacon.step(named(beacon), context())).toMatchObject({ state: 'awaited' });
    nowMs = dueMs + 40_000;
    expect(await beacon.step(named(beacon), context({ epoch: 1n }))).toMatchObject({ state: 'awaited' });
    expect(await waitFor(beacon, { epoch: 1n })).toEqual({ state: 'missing', afterMs: 70_000 });
  });

  it('count anew where the clock has jumped', async () => {
    for (const server of servers) server.behave({ isAway: true });
    const beacon = await open();
    nowMs = dueMs;
    await beacon.step(named(beacon), context());
    nowMs = dueMs + 60_000;
    const step = await beacon.step(named(beacon), context({ clockJumps: 1 }));
    expect(step).toMatchObject({ state: 'awaited' });
  });
});

it('tells where the seal was not public before the value', async () => {
  const asked: unknown[] = [];
  const beacon = await open({
    isSealPublished: async (...seal) => {
      asked.push(seal);
      return false;
    },
  });
  expect(await waitFor(beacon)).toMatchObject({ state: 'sealed too late' });
  expect(asked).toEqual([['one', '7', dueMs]]);
});

it('follows no redirect, and reads no endless answer', async () => {
  const { createServer } = await import('node:http');
  const { once } = await import('node:events');
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/moved')) {
      response.writeHead(302, { location: `${second().url}${request.url.slice('/moved'.length)}` }).end();
    } else response.writeHead(200).end('x'.repeat(100_000));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  nowMs = dueMs;
  const beacon = await open({ urls: [`${url}/moved`, `${url}/long`] });
  expect(await beacon.step(named(beacon), context())).toMatchObject({ state: 'awaited' });
  expect(second().asked).toEqual([]);
  server.closeAllConnections();
  server.close();
});

it('answers here what programs for drand ask: the chain, its newest value, and both without a hash', async () => {
  const get = async (path: string): Promise<{ status: number; body: unknown }> => {
    const answer = await fetch(first().url + path);
    return { status: answer.status, body: await answer.json() };
  };
  const { hash } = localChain;
  for (const prefix of ['', `/${hash}`]) {
    expect((await get(`${prefix}/info`)).body).toMatchObject({
      hash,
      public_key: localChain.publicKey,
      period: 3,
    });
    nowMs = dueMs - 1;
    expect((await get(`${prefix}/public/latest`)).body).toMatchObject({ round: round - 1 });
    nowMs = dueMs;
    const { body } = await get(`${prefix}/public/latest`);
    expect(body).toMatchObject({ round });
    expect(isBeaconValue(localChain, body as BeaconValue)).toBe(true);
    first().behave({ lateMs: 1 });
    expect((await get(`${prefix}/public/latest`)).body).toMatchObject({ round: round - 1 });
    first().behave();
  }
  expect((await get(`/${'0'.repeat(64)}/info`)).status).toBe(404);
});
