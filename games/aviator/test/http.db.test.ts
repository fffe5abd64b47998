/** The wire contract of Aviator and of the application over HTTP. */
import type { AviatorProof } from '../contract.ts';
import type { User } from '@fairground/contract/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Site } from '@fairground/server/test/site';
import { until } from '@fairground/server/test/player-client';
import { startTestSite, type TestSite } from '@fairground/server/test/test-site';

let testSite: TestSite;
let site: Site;
let token: string;

const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  site.app.inject({
    method: 'POST',
    url: `/api${url}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

const balance = async () => {
  const response = await site.app.inject({
    url: '/api/user/me',
    headers: { authorization: `Bearer ${token}` },
  });
  const user = response.json<User>();
  return user.coins + user.winningAmount;
};

beforeAll(async () => {
  testSite = await startTestSite();
  ({ site } = testSite);
  ({ token } = await testSite.register('alice'));
  const open = `SELECT FROM aviator_round WHERE state = 'betting'`;
  await until('a round is open', async () => (await testSite.rows(open)).length > 0);
});

afterAll(() => testSite?.close());

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
    const response = await post('/aviator/create', body);
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(response.json()).toMatchObject({ code: 'invalid_request', status: 400 });
    expect(await balance()).toBe(before);
  });

  it('answers 409 to a stake above the balance', async () => {
    const response = await post('/aviator/create', { amount: 1_000_000 });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: 'insufficient_coins' });
  });
});

it('answers a bet with 201, user and bet, and repeats the same bytes for its key', async () => {
  const headers = { 'idempotency-key': 'first-bet' };
  const first = await post('/aviator/create', { amount: 20, autoCashOut: 1.5 }, headers);
  const again = await post('/aviator/create', { amount: 20, autoCashOut: 1.5 }, headers);
  const other = await post('/aviator/create', { amount: 30 }, headers);
  expect(first.statusCode).toBe(201);
  expect(first.json()).toMatchObject({
    user: { coins: 980, todaysBids: 20 },
    bet: { amount: 20, outcome: 'pending', autoCashOut: 1.5, crashMultiplier: null },
  });
  expect(again.statusCode).toBe(201);
  expect(again.body).toBe(first.body);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(other.json()).toMatchObject({ code: 'idempotency_mismatch', status: 409 });
  const twice = await post('/aviator/create', { amount: 20 });
  expect(twice.json()).toMatchObject({ code: 'bet_already_active' });
});

it('takes a second bet in slot 2, which a client that names no slot never touches', async () => {
  const before = await balance();
  const second = await post('/aviator/create', { amount: 30, slot: 2 });
  expect(second.statusCode).toBe(201);
  expect(second.json()).toMatchObject({ bet: { amount: 30, slot: 2, outcome: 'pending' } });
  for (const slot of [1, 2]) {
    const again = await post('/aviator/create', { amount: 10, slot });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ code: 'bet_already_active' });
  }
  expect(await balance()).toBe(before - 30);
  const history = await site.app.inject({
    url: '/api/aviator/userHistory',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(history.json()).toMatchObject([
    { amount: 30, slot: 2 },
    { amount: 20, slot: 1 },
  ]);
  const unknown = await post('/aviator/cashout', { roundId: '1', crashMultiplier: 2, slot: 3 });
  expect(unknown.json()).toMatchObject({ code: 'invalid_request' });
});

it('documents the slot in the OpenAPI description', async () => {
  const { paths } = (await site.app.inject({ url: '/api/docs/json' })).json<{ paths: object }>();
  const calls = JSON.stringify(paths);
  expect(calls.match(/"slot":/g)?.length).toBeGreaterThanOrEqual(4);
});

it('A1: answers 400 to an invalid multiplier, and too_early before the start', async () => {
  for (const asked of ['-1', '1e308', '"NaN"', '1.234', 'null']) {
    const response = await post('/aviator/cashout', `{"roundId":"1","crashMultiplier":${asked}}`);
    expect(response.statusCode, asked).toBe(400);
  }
  expect((await post('/aviator/cashout', { roundId: '1' })).statusCode).toBe(400);
  const early = await post('/aviator/cashout', { roundId: '1', crashMultiplier: 1000 });
  expect(early.json()).toMatchObject({ code: 'too_early' });
  const none = await post('/aviator/cashout', { roundId: 'nothing', crashMultiplier: 2 });
  expect(none.json()).toMatchObject({ code: 'no_active_bet' });
});

it('A16: reveals neither seed nor outcome in the proof of an open round', async () => {
  const proof = (await site.app.inject({ url: '/api/fairness/aviator/1' })).json<AviatorProof>();
  expect(proof).toMatchObject({
    game: 'aviator',
    algorithm: 'crash/v2',
    betsRoot: null,
    seed: null,
    outcome: null,
    round: 1,
  });
  expect(proof.commitment).toBe(proof.terminalHash);
  expect((await site.app.inject({ url: '/api/fairness/aviator/99999' })).statusCode).toBe(404);
});

it('A22: answers 415 to forms and plain text, and 403 to a foreign origin with a cookie', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const response = await post('/aviator/create', '{"amount":10}', { 'content-type': type });
    expect(response.statusCode, type).toBe(415);
  }
  const foreign = await site.app.inject({
    method: 'POST',
    url: '/api/aviator/create',
    headers: { cookie: `session=${token}`, origin: 'https://elsewhere.example' },
    payload: { amount: 10 },
  });
  expect(foreign.json()).toMatchObject({ code: 'forbidden_origin', status: 403 });
});

it('answers 401 to a visitor, 404 to an unknown round, and 413 to a large body', async () => {
  const visitor = await site.app.inject({ url: '/api/user/me' });
  expect(visitor.json()).toMatchObject({ code: 'not_signed_in', status: 401 });
  expect((await site.app.inject({ url: '/api/nothing' })).json()).toMatchObject({ code: 'not_found' });
  const large = await post('/aviator/create', JSON.stringify({ amount: 10, x: 'a'.repeat(70_000) }));
  expect(large.json()).toMatchObject({ code: 'payload_too_large', status: 413 });
});

it('A24: sends security headers with every answer', async () => {
  const { headers } = await site.app.inject({ url: '/api/health/live' });
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
});

it('serves health, metrics, configuration and the OpenAPI document', async () => {
  expect((await site.app.inject({ url: '/api/health/ready' })).json()).toMatchObject({ status: 'ok' });
  const metrics = await site.app.inject({ url: '/metrics' });
  expect(metrics.body).toContain('fairground_http_request_seconds');
  expect(
    (await site.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '10.0.0.1' } })).statusCode,
  ).toBe(404);
  expect((await site.app.inject({ url: '/api/games/config' })).json()).toMatchObject({
    aviator: { rtpBp: 9700 },
  });
  const document = (await site.app.inject({ url: '/api/docs/json' })).json<{ paths: object }>();
  expect(Object.keys(document.paths)).toContain('/api/aviator/create');
});
