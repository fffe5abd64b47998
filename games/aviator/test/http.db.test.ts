/** The wire contract of Aviator and of the application over HTTP. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Site } from '@fairground/server/test/site';
import { until } from '@fairground/server/test/player-client';
import { siteForAll } from '@fairground/server/test/for-tests';
import { type TestPlayer } from '@fairground/server/test/test-site';

let site: Site;
let alice: TestPlayer;

const balance = async (): Promise<number> => {
  const { body } = await alice.get('/user/me');
  return Number(body['coins']) + Number(body['winningAmount']);
};

const testSite = siteForAll();
beforeAll(async () => {
  ({ site } = testSite);
  alice = await testSite.register('alice');
  const open = `SELECT FROM aviator_round WHERE state = 'betting'`;
  await until('a round is open', async () => (await testSite.rows(open)).length > 0);
});

describe('A15: an invalid stake', () => {
  const bodies = [
    '{"amount":0}',
    '{"amount":-1}',
    '{"amount":1.5}',
    '{"amount":15}',
    '{"amount":"10"}',
    '{"amount":1e21}',
    '{"amount":9007199254740992}',
    '{"amount":NaN}',
    '{"amount":[]}',
    '{"amount":null}',
    '{}',
    '[]',
    'null',
    '',
    '{"amount":10,"outcome":"win"}',
    '{"amount":10,"autoCashOut":1}',
    '{"amount":10,"autoCashOut":1.005}',
    '{"amount":10,"slot":0}',
    '{"amount":10,"slot":3}',
    '{"amount":10,"slot":"2"}',
    '{"amount":10,"slot":null}',
    '{"amount":10,"__proto__":{"admin":true}}',
    '{"amount":10,"constructor":{"prototype":{"admin":true}}}',
  ];
  it.each(bodies)('answers 400 to %s and moves nothing', async (body) => {
    const before = await balance();
    const response = await alice.post('/aviator/create', body);
    expect(response.status).toBe(400);
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(response.body).toMatchObject({ code: 'invalid_request', status: 400 });
    expect(await balance()).toBe(before);
  });

  it('answers 409 to a stake above the balance', async () => {
    const response = await alice.post('/aviator/create', { amount: 1_000_000 });
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({ code: 'insufficient_coins' });
  });
});

it('answers a bet with 201, user and bet, and repeats the same bytes for its key', async () => {
  const first = await alice.post('/aviator/create', { amount: 20, autoCashOut: 1.5 }, 'first-bet');
  const again = await alice.post('/aviator/create', { amount: 20, autoCashOut: 1.5 }, 'first-bet');
  const other = await alice.post('/aviator/create', { amount: 30 }, 'first-bet');
  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({
    user: { coins: 980, todaysBids: 20 },
    bet: { amount: 20, outcome: 'pending', autoCashOut: 1.5, crashMultiplier: null },
  });
  expect(again.status).toBe(201);
  expect(again.text).toBe(first.text);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(other.body).toMatchObject({ code: 'idempotency_mismatch', status: 409 });
  const twice = await alice.post('/aviator/create', { amount: 20 });
  expect(twice.body).toMatchObject({ code: 'bet_already_active' });
});

it('takes a second bet in slot 2, which a client that names no slot never touches', async () => {
  const before = await balance();
  const second = await alice.post('/aviator/create', { amount: 30, slot: 2 });
  expect(second.status).toBe(201);
  expect(second.body).toMatchObject({ bet: { amount: 30, slot: 2, outcome: 'pending' } });
  for (const slot of [1, 2]) {
    const again = await alice.post('/aviator/create', { amount: 10, slot });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: 'bet_already_active' });
  }
  expect(await balance()).toBe(before - 30);
  const history = await alice.get('/aviator/userHistory');
  expect(history.body).toMatchObject([
    { amount: 30, slot: 2 },
    { amount: 20, slot: 1 },
  ]);
  const unknown = await alice.post('/aviator/cashout', { roundId: '1', crashMultiplier: 2, slot: 3 });
  expect(unknown.body).toMatchObject({ code: 'invalid_request' });
});

it('documents the slot in the OpenAPI description', async () => {
  const { paths } = (await testSite.call('GET', '/docs/json')).body as { paths: object };
  const calls = JSON.stringify(paths);
  expect(calls.match(/"slot":/g)?.length).toBeGreaterThanOrEqual(4);
});

it('A1: answers 400 to an invalid multiplier, and too_early before the start', async () => {
  for (const asked of ['-1', '1e308', '"NaN"', '1.234', 'null']) {
    const response = await alice.post('/aviator/cashout', `{"roundId":"1","crashMultiplier":${asked}}`);
    expect(response.status, asked).toBe(400);
  }
  expect((await alice.post('/aviator/cashout', { roundId: '1' })).status).toBe(400);
  const early = await alice.post('/aviator/cashout', { roundId: '1', crashMultiplier: 1000 });
  expect(early.body).toMatchObject({ code: 'too_early' });
  const none = await alice.post('/aviator/cashout', { roundId: 'nothing', crashMultiplier: 2 });
  expect(none.body).toMatchObject({ code: 'no_active_bet' });
});

it('A16: reveals neither seed nor outcome in the proof of an open round', async () => {
  const proof = (await testSite.call('GET', '/fairness/aviator/1')).body;
  expect(proof).toMatchObject({
    game: 'aviator',
    algorithm: 'crash/v2',
    betsRoot: null,
    seed: null,
    outcome: null,
    round: 1,
  });
  expect(proof.commitment).toBe(proof.terminalHash);
  expect((await testSite.call('GET', '/fairness/aviator/99999')).status).toBe(404);
});

it('shows visitors the recent crashes, and no call that needs a player', async () => {
  const recent = await testSite.call('GET', '/aviator/recent');
  expect(recent.status).toBe(200);
  expect(recent.body).toEqual((await alice.get('/aviator/globalHistory')).body);
  expect((await testSite.call('GET', '/aviator/globalHistory')).status).toBe(401);
});

it('answers 401 to a visitor, 404 to an unknown round, and 413 to a large body', async () => {
  const visitor = await testSite.call('GET', '/user/me');
  expect(visitor.body).toMatchObject({ code: 'not_signed_in', status: 401 });
  expect((await testSite.call('GET', '/nothing')).body).toMatchObject({ code: 'not_found' });
  const large = await alice.post('/aviator/create', { amount: 10, x: 'a'.repeat(70_000) });
  expect(large.body).toMatchObject({ code: 'payload_too_large', status: 413 });
});

it('serves health, metrics, configuration and the OpenAPI document', async () => {
  expect((await testSite.call('GET', '/health/ready')).body).toMatchObject({ status: 'ok' });
  const metrics = await site.app.inject({ url: '/metrics' });
  expect(metrics.body).toContain('fairground_http_request_seconds');
  expect(
    (await site.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '10.0.0.1' } })).statusCode,
  ).toBe(404);
  expect((await testSite.call('GET', '/games/config')).body).toMatchObject({
    aviator: { rtpBp: 9700 },
  });
  const document = (await testSite.call('GET', '/docs/json')).body as { paths: object };
  expect(Object.keys(document.paths)).toContain('/api/aviator/create');
});
