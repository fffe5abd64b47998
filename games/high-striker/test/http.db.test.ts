/** High Striker over HTTP: shapes, refusals, limits, keys, history, and proofs before and after rotation. */
import type { AnyRound } from '@fairground/contract/rounds';
import { createCallerSite, type CallerSite, type TestCaller } from '@fairground/server/test/caller-site';
import { audit } from '@fairground/server/test/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configSchema, proofSchema, strikeAnswer, strikeHistory } from '../contract.ts';
import { verifyProof } from '../verify.ts';
import { until } from '@fairground/server/test/player-client';
import { corrupt, queryAsOwner } from '@fairground/server/test/query-as-owner';

let site: CallerSite;
let alice: TestCaller;

const bet = { amount: 100, target: 2 };

const balance = async (player: TestCaller): Promise<number> => {
  const { body } = await player.get('/user/me');
  return Number(body['coins']) + Number(body['winningAmount']);
};
const strike = async (player: TestCaller, payload: object = bet) => {
  const answer = await player.post('/highStriker/create', payload);
  expect(answer.status, answer.text).toBe(201);
  return strikeAnswer.parse(answer.body);
};
const countedThrough = async (): Promise<bigint> => {
  const [row] = await site.database.query<{ id: bigint | null }>({
    text: `SELECT counted_through AS id FROM game_return_progress WHERE game = 'highStriker'`,
    values: [],
  });
  return row?.id ?? 0n;
};
const findViolations = async () =>
  (await audit(site.database)).filter((finding) => finding.broken.length > 0);

beforeAll(async () => {
  site = await createCallerSite();
  alice = await site.player('alice');
});
afterAll(async () => {
  const found = site && (await findViolations());
  await site?.close();
  expect(found, 'the audit after all').toEqual([]);
});

describe('create', () => {
  it('draws and settles immediately: a win pays target times stake, a loss takes the stake', async () => {
    const seen = { won: 0, lost: 0 };
    let before = await balance(alice);
    while (seen.won < 3 || seen.lost < 3) {
      const { user, game } = await strike(alice, { amount: 300, target: 1.97 });
      seen[game.outcome] += 1;
      expect(game).toMatchObject({ amount: 300, target: 1.97, user: { id: user.id, username: 'alice' } });
      expect(game.outcome).toBe(game.height >= 1.97 ? 'won' : 'lost');
      expect(game.coinsWon).toBe(game.outcome === 'won' ? 591 : 0);
      expect(user.coins + user.winningAmount).toBe(before - 300 + game.coinsWon);
      before = user.coins + user.winningAmount;
    }
    expect(await balance(alice)).toBe(before);
    expect(await findViolations()).toEqual([]);
  });

  it.each([
    { amount: 0, target: 2 },
    { amount: 50, target: 2 },
    { amount: 150, target: 2 },
    { amount: 10_100, target: 2 },
    { amount: -100, target: 2 },
    { amount: '100', target: 2 },
    { amount: 100, target: 1 },
    { amount: 100, target: 1.005 },
    { amount: 100, target: 1_000.01 },
    { amount: 100, target: '2' },
    { amount: 100, target: null },
    { amount: 100 },
    { target: 2 },
    { ...bet, height: 1_000 },
    { ...bet, outcome: 'won' },
    '{"amount":100,"target":NaN}',
    'null',
    '[]',
  ])('%j is a 400 and moves nothing', async (payload) => {
    const before = await balance(alice);
    const seeds = await alice.get('/fairness/seeds');
    expect(await alice.post('/highStriker/create', payload)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
    expect(await balance(alice)).toBe(before);
    expect((await alice.get('/fairness/seeds')).text).toBe(seeds.text);
  });

  it('answers 409 to a stake above the balance, and uses no nonce', async () => {
    const bob = await site.player('bob_striker');
    const seeds = await bob.get('/fairness/seeds');
    let left = await balance(bob);
    let used = 0;
    for (; left >= 10_000; used++) {
      const { user } = await strike(bob, { amount: 10_000, target: 1_000 });
      left = user.coins + user.winningAmount;
      // One in a thousand strikes wins ten million, after which the player has enough coins.
      if (used > 100) return;
    }
    const refused = await bob.post('/highStriker/create', { amount: 10_000, target: 1_000 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'insufficient_coins' } });
    expect(await balance(bob)).toBe(left);
    const after = await bob.get('/fairness/seeds');
    expect(after.body['nonce']).toBe(Number(seeds.body['nonce']) + used);
  });

  it('enforces a daily limit and a break', async () => {
    const carol = await site.player('carol_striker');
    expect((await carol.post('/user/limits', { dailyStake: 300 })).status).toBe(200);
    await strike(carol, { amount: 200, target: 1.01 });
    expect(await carol.post('/highStriker/create', { amount: 200, target: 1.01 })).toMatchObject({
      status: 403,
      body: { code: 'limit_reached' },
    });
    expect(
      (await carol.post('/user/limits', { breakUntil: new Date(Date.now() + 86_400_000).toISOString() }))
        .status,
    ).toBe(200);
    expect(await carol.post('/highStriker/create', bet)).toMatchObject({
      status: 403,
      body: { code: 'on_a_break' },
    });
  });

  it('repeats the same bytes for a key, and rejects it with another body', async () => {
    const first = await alice.post('/highStriker/create', bet, 'one-strike');
    const between = await balance(alice);
    const again = await alice.post('/highStriker/create', bet, 'one-strike');
    const other = await alice.post('/highStriker/create', { ...bet, target: 3 }, 'one-strike');
    expect(first).toMatchObject({ status: 201, replayed: false });
    expect(again).toMatchObject({ status: 201, replayed: true, text: first.text });
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } });
    expect(await balance(alice)).toBe(between);
  });

  it('answers 401 to a visitor', async () => {
    const answer = await site.call({ method: 'POST', path: '/highStriker/create', payload: bet });
    expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
  });
});

it('returns the fifty newest strikes of the player only', async () => {
  const dora = await site.player('dora_striker');
  expect((await dora.get('/highStriker/userHistory')).body).toEqual([]);
  const ids: string[] = [];
  for (let at = 0; at < 52; at++) ids.unshift((await strike(dora)).game.id);
  const history = strikeHistory.parse((await dora.get('/highStriker/userHistory')).body);
  expect(history.map(({ id }) => id)).toEqual(ids.slice(0, 50));
});

it('shows a strike to anybody on its page, without its player and stake', async () => {
  const olga = await site.player('olga_striker');
  const { game } = await strike(olga, { amount: 700, target: 3 });
  const visitor = await fetch(`${site.url}/api/rounds/highStriker/${game.id}`);
  expect(visitor.status).toBe(200);
  const text = await visitor.text();
  const answer = JSON.parse(text) as AnyRound;
  expect(answer.round).toEqual({ target: 3, height: game.height, outcome: game.outcome });
  expect(answer.proof).toMatchObject({ seed: null, outcome: { height: game.height } });
  expect(answer.texts.en).toEqual({
    title: `High Striker, strike ${game.id}`,
    summary: `The puck flew to ${writtenMultiplier(game.height)}x and ${
      game.outcome === 'won' ? 'reached' : 'missed'
    } its target of 3.00x.`,
  });
  expect(text).not.toMatch(/olga|700/);
  expect((await olga.get(`/rounds/highStriker/${game.id}/receipt`)).body).toMatchObject([
    { stake: 700, payout: game.coinsWon, outcome: game.outcome === 'won' ? 'win' : 'loss' },
  ]);
  expect((await alice.get(`/rounds/highStriker/${game.id}/receipt`)).body).toEqual([]);
  for (const id of ['0', '999999', 'abc']) {
    expect((await fetch(`${site.url}/api/rounds/highStriker/${id}`)).status).toBe(404);
  }
});

const writtenMultiplier = (value: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

it('shares nonces with Minefield without gaps', async () => {
  const emil = await site.player('emil_striker');
  const nonce = async () => Number((await emil.get('/fairness/seeds')).body['nonce']);
  expect(await nonce()).toBe(0);
  const { game } = await strike(emil);
  const field = await emil.post('/mineField/create', { difficulty: 'Easy', bidAmount: 100 });
  expect(field.status).toBe(201);
  const { game: second } = await strike(emil);
  const nonceOf = async (path: string) => (await emil.get(path)).body['nonce'];
  expect(await nonceOf(`/fairness/highStriker/${game.id}`)).toBe(0);
  expect(await nonceOf(`/fairness/mineField/${String(field.body['id'])}`)).toBe(1);
  expect(await nonceOf(`/fairness/highStriker/${second.id}`)).toBe(2);
  expect(await nonce()).toBe(3);
  const left = await emil.post('/mineField/update', { id: field.body['id'], gemsFound: 0 });
  expect(left.status).toBe(200);
});

it('reveals no seed in a proof before rotation, and a valid one after it', async () => {
  const fritz = await site.player('fritz_striker');
  const { game } = await strike(fritz, { amount: 100, target: 3.21 });
  const path = `/fairness/highStriker/${game.id}`;
  const sealed = proofSchema.parse((await fritz.get(path)).body);
  expect(sealed).toMatchObject({ seed: null, nonce: 0, target: 3.21, clientSeedSource: 'server' });
  expect(sealed.outcome).toEqual({ height: game.height, won: game.outcome === 'won' });
  expect(verifyProof(sealed).fault).toBe('not_revealed');
  const rotated = await fritz.post('/fairness/seeds/rotate', { clientSeed: 'after_a_strike' });
  const { previous } = rotated.body as { previous: { serverSeed: string } };
  const revealed = proofSchema.parse((await fritz.get(path)).body);
  expect(revealed).toEqual({ ...sealed, seed: previous.serverSeed });
  expect(verifyProof(revealed)).toMatchObject({ ok: true });
  expect((await fritz.get('/fairness/highStriker/999999')).status).toBe(404);
});

it('serves the limits in GET /games/config', async () => {
  const { body } = await site.call({ method: 'GET', path: '/games/config' });
  expect(configSchema.parse(body['highStriker'])).toMatchObject({
    minBet: 100,
    maxBet: 10_000,
    step: 100,
    minTarget: 1.01,
    maxTarget: 1_000,
    rtpBp: 9_800,
  });
});

it('reports a wrong payout and a height that does not follow from the seed, and makes strikes immutable', async () => {
  const greta = await site.player('greta_striker');
  const { game } = await strike(greta);
  await greta.post('/fairness/seeds/rotate', { clientSeed: 'an_audited_seed' });
  // The site sums up what the game returns, and would include what is wrong for a moment.
  await until('the strike is counted', async () => (await countedThrough()) >= BigInt(game.id));
  const change = (set: string) => `UPDATE high_striker_strike SET ${set} WHERE id = $1`;
  const forgery = { text: change('amount_won = 1'), values: [game.id] };
  await expect(site.database.query(forgery)).rejects.toThrow(/permission denied/);
  await expect(queryAsOwner(site.database, forgery.text, forgery.values)).rejects.toThrow(/is final/);
  for (const [text, undo, states] of [
    ['amount_won = amount_won + 1', 'amount_won = amount_won - 1', /payout/],
    [
      'height_hundredths = height_hundredths + 1',
      'height_hundredths = height_hundredths - 1',
      /as high as the seed/,
    ],
    [
      "created_at = created_at + interval '1 day'",
      "created_at = created_at - interval '1 day'",
      /revealed before a High Striker/,
    ],
  ] as const) {
    await corrupt(site.database, change(text), [game.id]);
    expect(
      (await findViolations()).some((finding) => states.test(finding.states)),
      text,
    ).toBe(true);
    await corrupt(site.database, change(undo), [game.id]);
  }
  expect(await findViolations()).toEqual([]);
});
