/** The daily wheel over the live connection and HTTP: the spin, its answer, and its proof. */
import { once } from 'node:events';
import type { AnyRound } from '@fairground/contract/rounds';
import { verifyWheelProof } from '../verify.ts';
import type { WheelAnswer, WheelProof } from '../contract.ts';
import { wheelSegments } from '../rules.ts';
import { expect, it } from 'vitest';
import WebSocket from 'ws';
import { signedMessage } from '@fairground/server/test/site';
import { password } from '@fairground/server/test/test-site';
import { siteForAll } from '@fairground/server/test/for-tests';
import { corrupt } from '@fairground/server/test/query-as-owner';

interface ReceivedMessage {
  type: string;
  requestId?: string;
  payload: { success: boolean; code?: string; message?: string; data?: Record<string, unknown> };
}

let players = 0;

const bonus = siteForAll({ isAudited: true, env: { SITE_TIME_ZONE: 'Europe/Berlin' } });

const register = () => bonus.register(`spinner_${++players}`);

/** A socket of the player with that token, or of a visitor. */
const connect = async (token: string | null) => {
  const socket = new WebSocket(`${bonus.site.url.replace('http', 'ws')}/ws`);
  const received: ReceivedMessage[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    received.push(JSON.parse(data.toString()) as ReceivedMessage);
    for (const check of waiting) check();
  });
  await once(socket, 'open');
  let sent = 0;
  const receive = (fits: (message: ReceivedMessage) => boolean) =>
    new Promise<ReceivedMessage>((resolve) => {
      const check = () => {
        const found = received.find(fits);
        if (!found) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  return {
    received,
    receive,
    request(type: string, payload: object = {}) {
      const requestId = `r${++sent}`;
      socket.send(
        signedMessage({ type, payload, requestId, nowMs: Date.now(), ...(token ? { token } : {}) }),
      );
      return receive((message) => message.requestId === requestId);
    },
    close: () => socket.terminate(),
  };
};

it('A13: draws and pays whatever amount is requested, and refuses a second spin', async () => {
  const { token } = await register();
  const before = (await bonus.call('GET', '/wheel', token)).body as unknown as WheelAnswer;
  expect(before).toMatchObject({ isSpinned: false, spin: null });
  expect(before.segments.map(({ value }) => value)).toEqual(wheelSegments);

  const socket = await connect(token);
  const { type, payload } = await socket.request('spinWheel', { amount: 1e9 });
  expect(type).toBe('spinWheel_response');
  const { id, amount, segment } = payload.data as { id: string; amount: number; segment: number };
  expect(payload.success).toBe(true);
  expect(amount).toBe(wheelSegments[segment]);
  expect(payload.message).toBe(
    amount > 0 ? `You won ${amount.toLocaleString('en-US')} coins.` : 'Oops! Try again next time.',
  );

  const pushed = await socket.receive((message) => message.type === 'updatedUser_response');
  expect(pushed.payload.data).toMatchObject({ user: { coins: 1000 + amount, isSpinned: true } });
  expect((await bonus.call('GET', '/user/me', token)).body).toMatchObject({
    coins: 1000 + amount,
    isSpinned: true,
  });
  expect((await bonus.call('GET', '/wheel', token)).body).toMatchObject({
    isSpinned: true,
    spin: { id, amount, segment },
  });

  const again = await socket.request('spinWheel', { amount: 10 });
  expect(again).toMatchObject({
    type: 'spinWheel_response',
    payload: { success: false, code: 'already_spun', message: 'You have already spun the wheel today.' },
  });
  expect((await bonus.call('GET', '/user/me', token)).body).toMatchObject({ coins: 1000 + amount });
  socket.close();
});

it('leaves nothing for the audit when a player who has spun closes the account', async () => {
  const { token } = await register();
  const socket = await connect(token);
  expect((await socket.request('spinWheel')).payload.success).toBe(true);
  socket.close();
  expect((await bonus.call('DELETE', '/user/me', token, { password })).status).toBe(204);
  expect(await bonus.findViolations()).toEqual([]);
});

it('refuses a spin during maintenance, and leaves the spin of the day', async () => {
  const { token } = await register();
  const closed = async () =>
    ((await bonus.call('GET', '/games/closed')).body['games'] as string[]).includes('wheel');
  const socket = await connect(token);
  await bonus.rows(`INSERT INTO maintenance (reason) VALUES ('a new disk')`);
  await expect.poll(closed, { timeout: 200_000 }).toBe(true);
  expect((await socket.request('spinWheel')).payload).toMatchObject({ success: false, code: 'game_closed' });
  await bonus.rows('DELETE FROM maintenance');
  await expect.poll(closed, { timeout: 200_000 }).toBe(false);
  expect((await socket.request('spinWheel')).payload.success).toBe(true);
  socket.close();
});

it('opens the announced commitment in the proof after the player rotates their seeds', async () => {
  const { token } = await register();
  const { commitment } = (await bonus.call('GET', '/wheel', token)).body as unknown as WheelAnswer;
  const socket = await connect(token);
  const { data } = (await socket.request('spinWheel')).payload;
  socket.close();
  const url = `/fairness/wheel/${String(data?.['id'])}`;

  const sealed = (await bonus.call('GET', url)).body as unknown as WheelProof;
  expect(sealed).toMatchObject({
    game: 'wheel',
    algorithm: 'wheel/v1',
    commitment,
    seed: null,
    nonce: 0,
    segments: 16,
    outcome: { segment: data?.['segment'], amount: data?.['amount'] },
  });
  expect(verifyWheelProof(sealed)).toMatchObject({ ok: false, fault: 'not_revealed' });

  const rotated = await bonus.call('POST', '/fairness/seeds/rotate', token, { clientSeed: 'my-own-seed' });
  expect(rotated.status).toBe(200);
  const open = (await bonus.call('GET', url)).body as unknown as WheelProof;
  expect(open.seed).toMatch(/^[0-9a-f]{64}$/);
  expect(verifyWheelProof(open)).toEqual({ ok: true, ...open.outcome });
  expect(verifyWheelProof({ ...open, outcome: { segment: 15, amount: 1001 } }).ok).toBe(false);
  for (const id of ['0', '999999', 'abc']) {
    expect((await bonus.call('GET', `/fairness/wheel/${id}`)).status).toBe(404);
    expect((await bonus.call('GET', `/rounds/wheel/${id}`)).status).toBe(404);
  }
});

it('shows a spin to anybody on its page, without its player', async () => {
  const { token, user } = await register();
  const socket = await connect(token);
  const { data } = (await socket.request('spinWheel')).payload;
  socket.close();
  const id = String(data?.['id']);
  const { status, body } = await bonus.call('GET', `/rounds/wheel/${id}`);
  const { amount, segment } = data as { amount: number; segment: number };
  expect(status).toBe(200);
  expect(body).toMatchObject({
    game: 'wheel',
    id,
    round: { segment, amount, values: [...wheelSegments] },
    proof: { seed: null, outcome: { segment, amount } },
  });
  const { en, es } = (body as unknown as AnyRound).texts;
  expect(en.title).toBe(`Daily wheel, spin ${id}`);
  expect(en.summary).toContain(amount === 0 ? 'empty gondola' : `${amount.toLocaleString('en-US')} coins`);
  expect(es.title).toBe(`Rueda diaria, giro ${id}`);
  expect(JSON.stringify(body)).not.toContain(user.username);
  expect((await bonus.call('GET', `/rounds/wheel/${id}/receipt`, token)).body).toMatchObject({
    entries: [{ stake: 0, payout: amount }],
    total: 1,
    settled: true,
  });
  const { token: other } = await register();
  expect((await bonus.call('GET', `/rounds/wheel/${id}/receipt`, other)).body).toEqual({
    entries: [],
    total: 0,
    settled: false,
  });
});

it('refuses a spin and the state of the wheel to a visitor', async () => {
  const socket = await connect(null);
  expect(await socket.request('spinWheel', { amount: 100 })).toMatchObject({
    type: 'error_response',
    payload: { success: false, code: 'not_signed_in' },
  });
  socket.close();
  expect((await bonus.call('GET', '/wheel')).status).toBe(401);
});

it("allows the next spin at the site's next midnight", async () => {
  const { token } = await register();
  const { nextSpinAt } = (await bonus.call('GET', '/wheel', token)).body as unknown as WheelAnswer;
  const [row] = await bonus.rows<{ midnight: Date }>(
    `SELECT ((clock_timestamp() AT TIME ZONE $1)::date + 1)::timestamp AT TIME ZONE $1 AS midnight`,
    'Europe/Berlin',
  );
  expect(nextSpinAt).toBe(row?.midnight.toISOString());
});

it('serves the segments and the mean value of a spin in the configuration', async () => {
  expect((await bonus.call('GET', '/games/config')).body).toMatchObject({
    wheel: { meanCoins: 135.9375, segments: wheelSegments.map((value) => ({ text: String(value), value })) },
    ads: { seconds: 15, coins: 50, dailyLimit: 10 },
  });
});

it('I8, I10, I11: reports a forged spin', async () => {
  const { token, user } = await register();
  const socket = await connect(token);
  await socket.request('spinWheel');
  socket.close();
  await bonus.call('POST', '/fairness/seeds/rotate', token, { clientSeed: 'another-seed' });
  const change = (set: string) =>
    corrupt(bonus.database, `UPDATE wheel_spin SET ${set} WHERE player_id = $1`, [user.id]);
  const forgeries: [forge: string, undo: string, invariant: string][] = [
    ['segment = (segment + 1) % 16', 'segment = (segment + 15) % 16', 'I8'],
    ['amount = amount + 1', 'amount = amount - 1', 'I10'],
    ['site_day = site_day - 1', 'site_day = site_day + 1', 'I11'],
    ['nonce = nonce + 1', 'nonce = nonce - 1', 'I15'],
  ];
  for (const [forge, undo, expected] of forgeries) {
    await change(forge);
    const violations = await bonus.findViolations();
    await change(undo);
    expect(
      violations.some(({ line }) => line === expected),
      `${forge}: ${violations.map(({ states }) => states).join('; ')}`,
    ).toBe(true);
  }
  expect(await bonus.findViolations()).toEqual([]);
});
