/** Ad rewards over HTTP: what is paid, what is not (A30), and the callbacks of an ad network. */
import { createHmac } from 'node:crypto';
import type { User } from '@fairground/contract/user';
import { beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../platform/settings.ts';
import { corrupt } from '../../../test/query-as-owner.ts';
import { siteForAll } from '../../../test/for-tests.ts';

const secret = 'a secret of the network, long enough';
let token: string;
let players = 0;

const env = { AD_SECONDS: '15', AD_COINS: '50', AD_DAILY_LIMIT: '3' };

const bonus = siteForAll({ isAudited: true, env });
const network = siteForAll({ isAudited: true, env: { ...env, AD_CALLBACK_SECRET: secret } });

beforeEach(async () => {
  ({ token } = await bonus.register(`watcher_${++players}`));
});

const start = async (of = bonus, by = token) => {
  const { status, body } = await of.call('POST', '/ads/start', by);
  expect(status).toBe(201);
  return body['id'] as string;
};
const complete = (id: string, by = token, key?: string) =>
  bonus.call('POST', '/ads/complete', by, { id }, key);

/** Lets the seconds of the ad pass by moving the start of the view back. */
const watch = (id: string, seconds = 15, of = bonus) =>
  corrupt(
    of.database,
    `UPDATE ad_view SET started_at = started_at - make_interval(secs => $2) WHERE id = $1`,
    [id, seconds],
  );

const me = async (by = token) => (await bonus.call('GET', '/user/me', by)).body as unknown as User;

it('pays a watched ad once, into coins and ad earnings', async () => {
  const started = await bonus.call('POST', '/ads/start', token, {});
  expect(started).toMatchObject({
    status: 201,
    body: { seconds: 15, coins: 50, left: 3, creative: { kind: 'house' } },
  });
  const id = started.body['id'] as string;
  await watch(id);
  const paid = await complete(id);
  expect(paid).toMatchObject({
    status: 200,
    body: { coins: 50, left: 2, user: { coins: 1050, winningAmount: 0, adEarnings: 50 } },
  });
  expect(await me()).toMatchObject({ coins: 1050, adEarnings: 50 });
});

describe('A30: pays nothing', () => {
  it('before the duration of the ad has passed on the server', async () => {
    const id = await start();
    // The rest is the machine's to spend on two calls.
    await watch(id, 5);
    expect(await complete(id)).toMatchObject({ status: 409, body: { code: 'ad_not_finished' } });
    expect((await me()).coins).toBe(1000);
  });

  it('for a forged or missing id', async () => {
    for (const id of ['0', '999999', 'abc', '-1', '1e3', '9'.repeat(30)]) {
      expect(await complete(id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    for (const body of [{}, { id: 1 }, { id: '' }, { id: '1', coins: 1000 }, [], null]) {
      expect((await bonus.call('POST', '/ads/complete', token, body)).status, JSON.stringify(body)).toBe(400);
    }
    expect((await me()).coins).toBe(1000);
  });

  it('a second time, with or without an idempotency key', async () => {
    const id = await start();
    await watch(id);
    const first = await complete(id, token, 'watched');
    expect(first.status).toBe(200);
    const again = await complete(id, token, 'watched');
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(await complete(id)).toMatchObject({ status: 404 });
    expect(await complete(id, token, 'other')).toMatchObject({ status: 404 });
    expect((await me()).coins).toBe(1050);
  });

  it("for another player's view, which remains claimable by its owner", async () => {
    const id = await start();
    await watch(id);
    const thief = await bonus.register(`thief_${players}`);
    expect(await complete(id, thief.token)).toMatchObject({ status: 404 });
    expect((await me(thief.token)).coins).toBe(1000);
    expect((await complete(id)).status).toBe(200);
  });

  it('for a view that another start has ended', async () => {
    const first = await start();
    const second = await start();
    await watch(first);
    await watch(second);
    expect(await complete(first)).toMatchObject({ status: 404 });
    expect((await complete(second)).status).toBe(200);
    expect((await me()).coins).toBe(1050);
  });

  it('beyond the daily limit, which resets the next day', async () => {
    for (let ad = 0; ad < 3; ad++) {
      const id = await start();
      await watch(id);
      expect((await complete(id)).status).toBe(200);
    }
    expect(await bonus.call('POST', '/ads/start', token)).toMatchObject({
      status: 403,
      body: { code: 'limit_reached', detail: expect.stringContaining('tomorrow') as string },
    });
    const { id: playerId } = await me();
    await corrupt(bonus.database, `UPDATE ad_view SET paid_on = paid_on - 1 WHERE player_id = $1`, [
      playerId,
    ]);
    const id = await start();
    await watch(id);
    expect((await complete(id)).status).toBe(200);
  });

  it('to a visitor', async () => {
    expect((await bonus.call('POST', '/ads/start')).status).toBe(401);
    expect((await bonus.call('POST', '/ads/complete', null, { id: '1' })).status).toBe(401);
  });
});

describe('the callback of an ad network', () => {
  const callbackOf = (
    viewId: string,
    over: Partial<Record<'transactionId' | 'sentAt' | 'key', string>> = {},
  ) => {
    const { transactionId = `t-${viewId}`, sentAt = new Date().toISOString(), key = secret } = over;
    const text = ['ads/v1', viewId, transactionId, sentAt].join('\n');
    const signature = createHmac('sha256', key).update(text).digest('hex');
    return { viewId, transactionId, sentAt, signature };
  };
  const report = (body: object) => network.call('POST', '/ads/callback', null, body);

  it('is required, is accepted once, and makes the watched view payable', async () => {
    const { token: by } = await network.register(`waiting_${players}`);
    const id = await start(network, by);
    await watch(id, 15, network);
    const claim = () => network.call('POST', '/ads/complete', by, { id });
    expect(await claim()).toMatchObject({ status: 409, body: { code: 'ad_not_finished' } });
    expect((await report(callbackOf(id))).status).toBe(204);
    expect((await report(callbackOf(id))).status).toBe(204);
    expect((await claim()).status).toBe(200);
    expect((await report(callbackOf(id))).status).toBe(204);
    expect((await claim()).status).toBe(404);
  });

  it('is rejected when it is unsigned, wrongly signed, stale, or used for another view', async () => {
    const { token: by } = await network.register(`refused_${players}`);
    const spent = await start(network, by);
    expect((await report(callbackOf(spent, { transactionId: 'spent' }))).status).toBe(204);
    await watch(spent, 15, network);
    expect((await network.call('POST', '/ads/complete', by, { id: spent })).status).toBe(200);

    const id = await start(network, by);
    await watch(id, 15, network);
    const { signature: _signature, ...unsigned } = callbackOf(id);
    expect((await report(unsigned)).status).toBe(400);
    expect(await report(callbackOf(id, { key: 'another secret' }))).toMatchObject({
      status: 401,
      body: { code: 'wrong_credentials' },
    });
    expect((await report({ ...callbackOf(spent), viewId: id })).status).toBe(401);
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    expect((await report(callbackOf(id, { sentAt: anHourAgo }))).status).toBe(400);
    expect((await report(callbackOf(id, { transactionId: 'spent' }))).status).toBe(400);
    expect((await report(callbackOf('999999'))).status).toBe(404);
    expect((await network.call('POST', '/ads/complete', by, { id })).status).toBe(409);
  });

  it('is not found where no network is configured', async () => {
    const id = await start();
    expect(await bonus.call('POST', '/ads/callback', null, callbackOf(id))).toMatchObject({ status: 404 });
  });
});

it('I10: the auditor reports a reward without a view and one that was paid too early', async () => {
  const id = await start();
  await watch(id);
  await complete(id);
  const change = (set: string) => corrupt(bonus.database, `UPDATE ad_view SET ${set} WHERE id = $1`, [id]);
  for (const [forge, undo] of [
    ['coins = coins - 1', 'coins = coins + 1'],
    ['seconds = seconds + 3600', 'seconds = seconds - 3600'],
    ["provider = 'network'", "provider = 'house'"],
  ] as const) {
    await change(forge);
    const violations = await bonus.findViolations();
    await change(undo);
    expect(violations.length, forge).toBeGreaterThan(0);
  }
});

it('refuses to start with a callback secret that is too short, without repeating it', () => {
  expect(() => readSettings({ AD_CALLBACK_SECRET: 'hush' })).toThrow(/^AD_CALLBACK_SECRET((?!hush).)*$/);
});
