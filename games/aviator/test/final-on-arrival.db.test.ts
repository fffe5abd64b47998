/**
 * A41: a cash-out is decided by what is true when it arrives; nothing that its player does later changes whether
 * it counts.
 */
import http from 'node:http';
import { type Answer } from '@fairground/server/test/test-site';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countConnections } from '../../../apps/server/test/open-connections.ts';
import { heldStatements, sessionLookUp } from '../../../apps/server/test/held-statements.ts';
import { flightMsTo } from '../rules.ts';
import { openRound, type RoundRow } from './running-flights.ts';
import { siteForAll } from '@fairground/server/test/for-tests';
import { corrupt } from '@fairground/server/test/query-as-owner';

let alice: string;
let names = 0;

/** A round that flies beyond 1.60x, with a bet of the player. */
const openWithBet = (autoCashOut?: number): Promise<RoundRow> =>
  openRound(site, ({ flightMs }) => flightMs >= flightMsTo(160), [
    { token: alice, ...(autoCashOut === undefined ? {} : { autoCashOut }) },
  ]);

const flyTo = (round: RoundRow, hundredths: number) =>
  site.time.advanceTo(round.starts_at.getTime() + flightMsTo(hundredths));

const press = (roundId: string, { token = alice, key }: { token?: string; key?: string } = {}) =>
  site.call('POST', '/aviator/cashout', token, { roundId, crashMultiplier: 10_000 }, key);
/** Returns when the press has arrived. */
const startPress = async (...pressed: Parameters<typeof press>): Promise<{ answer: Promise<Answer> }> => {
  const answer = press(...pressed);
  await site.time.idle();
  return { answer };
};
const paidAt = ({ body }: Answer): unknown =>
  (body['aviatorBidSave'] as { cashOutMultiplier: number } | undefined)?.cashOutMultiplier ?? body.code;
const newest = async (): Promise<{ outcome: string; cashOutMultiplier: number | null } | undefined> => {
  const { text } = await site.call('GET', '/aviator/userHistory', alice);
  return (JSON.parse(text) as { outcome: string; cashOutMultiplier: number | null }[])[0];
};

const endOf = ({ id }: RoundRow) =>
  site.rows<{ outcome: string; cash_out_hundredths: number | null }>(
    'SELECT outcome, cash_out_hundredths FROM aviator_bet WHERE round_id = $1',
    id,
  );

const statements = heldStatements();
const site = siteForAll({
  isAudited: true,
  clock: 'moved',
  env: { SIGNUP_COINS: '1000000', AVIATOR_COUNTDOWN_MS: '4000' },
});
beforeEach(async () => {
  alice = (await site.register(`player_${(names += 1)}`)).token;
});
afterEach(() => site.time.idle());

const keyLookUp = /lock_callers/;

describe('a press that waits', () => {
  it.each([
    ['for its key', keyLookUp, 'a-key'],
    ['for its session', sessionLookUp, undefined],
  ])('%s is paid, although an automatic cash-out comes due in the meantime', async (_for, statement, key) => {
    const round = await openWithBet(1.5);
    await flyTo(round, 145);
    statements.hold(statement);
    const pressed = await startPress(String(round.id), key === undefined ? {} : { key });
    await flyTo(round, 155);
    expect(statements.begun()).toBe(1);
    expect(
      await site.rows(`SELECT FROM aviator_bet WHERE round_id = $1 AND outcome = 'win'`, round.id),
    ).toEqual([]);
    statements.release();
    expect(paidAt(await pressed.answer)).toBe(1.45);
    expect(await newest()).toMatchObject({ outcome: 'win', cashOutMultiplier: 1.45 });
  });

  it('is paid although its connection is closed and an automatic cash-out comes due in the meantime', async () => {
    const round = await openWithBet(1.5);
    await flyTo(round, 145);
    statements.hold(sessionLookUp);
    const { server, listeningOrigin } = site.site.app;
    const connections = countConnections(server);
    const request = http.request(`${listeningOrigin}/api/aviator/cashout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${alice}`, 'content-type': 'application/json' },
    });
    request.on('error', () => undefined);
    request.end(JSON.stringify({ roundId: String(round.id), crashMultiplier: 10_000 }));
    await expect.poll(() => statements.begun()).toBe(1);
    expect(connections()).toBe(1);
    request.destroy();
    await expect.poll(connections).toBe(0);
    await flyTo(round, 155);
    statements.release();
    await expect.poll(newest).toMatchObject({ outcome: 'win', cashOutMultiplier: 1.45 });
  });

  it('leaves the automatic cash-out to be paid once it is refused', async () => {
    const round = await openWithBet(1.02);
    await site.time.advanceTo(round.starts_at.getTime() + 20);
    statements.hold(keyLookUp);
    const pressed = await startPress(String(round.id), { key: 'a-key' });
    await flyTo(round, 110);
    statements.release();
    expect(paidAt(await pressed.answer)).toBe('too_early');
    await flyTo(round, 115);
    expect(await newest()).toMatchObject({ outcome: 'win', cashOutMultiplier: 1.02 });
  });

  it.each([
    ['confirmed with its key', keyLookUp, 'another-key'],
    ['looked up', sessionLookUp, undefined],
  ])('counts although its session ends in the meantime: %s', async (_session, statement, key) => {
    const { token } = await signInAgain();
    const [session] = await site.rows<{ id: bigint }>('SELECT max(id) AS id FROM session');
    // A session that is confirmed with a key is asked for by the statement that is held: the press waits
    // before that, for the batches of two other players.
    const others = key === undefined ? [] : [1, 2].map(() => site.register(`player_${(names += 1)}`));
    const tokens = (await Promise.all(others)).map((other) => other.token);
    const round = await openWithBet();
    await site.call('GET', '/user/me', token);
    await flyTo(round, 110);
    statements.hold(statement);
    const earlier = [];
    for (const other of tokens) {
      earlier.push(await startPress(String(round.id), { token: other, key: 'their-key' }));
      await site.time.advance(30);
    }
    expect(statements.begun()).toBe(tokens.length);
    await flyTo(round, 120);
    const pressed = await startPress(String(round.id), { token, ...(key && { key }) });
    await site.time.advance(100);
    await site.rows('DELETE FROM session WHERE id = $1', session?.id);
    await site.time.advance(100);
    statements.release();
    expect(paidAt(await pressed.answer)).toBe(1.2);
    expect(paidAt(await press(String(round.id), { token }))).toBe('not_signed_in');
    for (const { answer } of earlier) expect(paidAt(await answer)).toBe('no_active_bet');
  });

  it('waits for one batch at most behind 600 presses for rounds that are over, and counts as it arrived', async () => {
    await corrupt(site.database, `SELECT setval('aviator_round_id_seq', 1000)`);
    const round = await openWithBet(1.35);
    await flyTo(round, 130);
    statements.hold(keyLookUp);
    const others = Array.from({ length: 600 }, (_, index) =>
      press(String(1 + (index % 20)), { key: `old-${index}` }),
    );
    await site.time.idle();
    const pressed = await startPress(String(round.id), { key: 'a-key' });
    await flyTo(round, 140);
    const answers: string[] = [];
    const noted = (name: string, call: Promise<unknown>) => call.then(() => answers.push(name));
    const all = [...others.map((other) => noted('other', other)), noted('press', pressed.answer)];
    statements.release();
    expect(paidAt(await pressed.answer)).toBe(1.3);
    await Promise.all(all);
    const refused = (await Promise.all(others)).filter(({ status }) => status === 429);
    expect(refused[0]).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    // Some for one round were in the batch that was held.
    const judgedBefore = answers.indexOf('press') - refused.length;
    expect(judgedBefore).toBeLessThan((600 - refused.length) / 4);
  });

  it('ends its place after a second of being looked up, and is refused', async () => {
    const round = await openWithBet(1.35);
    await flyTo(round, 130);
    statements.hold(sessionLookUp);
    const pressed = await startPress(String(round.id));
    await site.time.advance(990);
    expect(await endOf(round)).toEqual([{ outcome: 'pending', cash_out_hundredths: null }]);
    await site.time.advance(200);
    expect(await endOf(round)).toEqual([{ outcome: 'win', cash_out_hundredths: 135 }]);
    statements.release();
    expect((await pressed.answer).status).toBe(503);
  });

  it.each([
    ['that is not valid', {}, { slot: 3 }, 400],
    ['that asks for three decimals', {}, { crashMultiplier: 1.234 }, 400],
    ['of another player than the one that its page shows', { 'x-player': '1' }, {}, 409],
    ['without a session', { authorization: 'Bearer nobody' }, {}, 401],
    ['with a key that is not valid', { 'idempotency-key': 'k'.repeat(300) }, {}, 400],
  ])('ends its place with a refusal: one %s', async (_case, headers, changes, status) => {
    const round = await openWithBet(1.35);
    await flyTo(round, 130);
    const response = await fetch(`${site.site.app.listeningOrigin}/api/aviator/cashout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${alice}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ roundId: String(round.id), crashMultiplier: 2, ...changes }),
    });
    expect(response.status).toBe(status);
    await flyTo(round, 140);
    expect(await newest()).toMatchObject({ outcome: 'win', cashOutMultiplier: 1.35 });
  });

  it('ends its place with an error', async () => {
    const round = await openWithBet(1.35);
    await flyTo(round, 130);
    statements.hold(sessionLookUp);
    const pressed = await startPress(String(round.id));
    statements.fail(new Error('the query failed'));
    expect((await pressed.answer).status).toBe(500);
    await flyTo(round, 140);
    expect(await newest()).toMatchObject({ outcome: 'win', cashOutMultiplier: 1.35 });
  });
});

/** A second session of the player. */
const signInAgain = async (): Promise<{ token: string }> => {
  const [player] = await site.rows<{ username: string }>(
    'SELECT username FROM player ORDER BY id DESC LIMIT 1',
  );
  const { body } = await site.call('POST', '/auth/login', '', {
    identifier: player?.username,
    password: 'a meadow of lanterns',
  });
  return { token: String(body['token']) };
};

it('a session that had ended before the press is refused, with and without a key', async () => {
  const { token } = await signInAgain();
  const round = await openWithBet();
  await site.call('GET', '/user/me', token);
  await site.call('POST', '/auth/logout', token);
  await flyTo(round, 120);
  for (const key of ['a-key', undefined]) {
    expect((await press(String(round.id), { token, ...(key && { key }) })).status).toBe(401);
  }
  expect(await newest()).toMatchObject({ outcome: 'pending' });
});

it('an access token that ends while its press waits still counts', async () => {
  const made = await site.call('POST', '/user/tokens', alice, {
    name: 'bot',
    scopes: ['read', 'play'],
    password: 'a meadow of lanterns',
    days: 1,
  });
  const token = String(made.body['token']);
  const round = await openWithBet();
  await flyTo(round, 120);
  statements.hold(/FROM access_token t JOIN player p/);
  const pressed = await startPress(String(round.id), { token });
  await site.time.advance(50);
  await site.rows('DELETE FROM access_token');
  await site.time.advance(50);
  statements.release();
  expect(paidAt(await pressed.answer)).toBe(1.2);
});

describe('further presses of a bet', () => {
  it('are answered from the outcome of the first', async () => {
    const round = await openWithBet();
    await flyTo(round, 140);
    statements.hold(keyLookUp);
    const id = String(round.id);
    const first = press(id, { key: 'once' });
    await site.time.advance(10);
    const again = press(id, { key: 'once' });
    const otherBody = site.call(
      'POST',
      '/aviator/cashout',
      alice,
      { roundId: id, crashMultiplier: 2 },
      'once',
    );
    const other = press(id, { key: 'twice' });
    const many = Array.from({ length: 61 }, () => press(id));
    await site.time.advance(10);
    expect(statements.begun()).toBe(1);
    expect((await press(id)).status).toBe(429);
    statements.release();
    const { text } = await first;
    expect(await again).toMatchObject({ status: 200, text, headers: { 'idempotency-replayed': 'true' } });
    expect((await otherBody).body.code).toBe('idempotency_mismatch');
    expect((await other).body.code).toBe('no_active_bet');
    expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([409]));
  });

  it('are judged in turn while the bet has not ended', async () => {
    const round = await openWithBet();
    await site.time.advanceTo(round.starts_at.getTime() + 20);
    statements.hold(keyLookUp);
    const early = await startPress(String(round.id), { key: 'a-key' });
    await flyTo(round, 105);
    const next = await startPress(String(round.id));
    const last = await startPress(String(round.id));
    await flyTo(round, 110);
    statements.release();
    expect(await Promise.all([early, next, last].map(async ({ answer }) => paidAt(await answer)))).toEqual([
      'too_early',
      1.05,
      'no_active_bet',
    ]);
  });
});
