/** A round that a player pins to the profile: who sees it, what is refused, and that it ends with the account. */
import { siteForAll } from '@fairground/server/test/for-tests';
import { password, type TestPlayer } from '@fairground/server/test/test-site';
import type { Profile } from '@fairground/contract/user';
import { beforeAll, expect, it } from 'vitest';
import type { Strike } from '../high-striker/contract.ts';

const game = 'highStriker';
const site = siteForAll({ env: { SIGNUP_COINS: '100000' }, isAudited: true });
let alice: TestPlayer;
let bob: TestPlayer;
beforeAll(async () => {
  alice = await site.register('alice');
  bob = await site.register('bob');
});

const strike = async (player: TestPlayer): Promise<Strike> =>
  (await player.post('/highStriker/create', { amount: 200, target: 2 })).body['game'] as Strike;
const pin = (player: TestPlayer, round: unknown) => player.post('/user/pin', { round });
const shownTo = async (reader: TestPlayer) =>
  ((await reader.get('/user/profile/alice')).body as unknown as Profile).pinned;

it('shows the round to everybody with its result and coins, another one in its place, and none', async () => {
  expect(await shownTo(bob)).toBeUndefined();
  const [first, second] = [await strike(alice), await strike(alice)];
  for (const { id, coinsWon } of [first, second]) {
    const answer = await pin(alice, { game, id });
    expect(answer.status, answer.text).toBe(200);
    const pinned = { game, id, stake: 200, payout: coinsWon };
    expect(answer.body['pinned']).toMatchObject({
      ...pinned,
      texts: { en: { title: `High Striker, strike ${id}` } },
    });
    expect(await shownTo(bob)).toEqual(answer.body['pinned']);
    expect(await shownTo(alice)).toEqual(answer.body['pinned']);
  }
  expect((await pin(alice, null)).body).toEqual({ pinned: null });
  expect(await shownTo(bob)).toBeUndefined();
});

it('hides it from others while the name is hidden at the tables', async () => {
  const { id } = await strike(alice);
  await pin(alice, { game, id });
  await alice.post('/user/visibility', { hideName: true });
  expect(await shownTo(bob)).toBeUndefined();
  expect(await shownTo(alice)).toMatchObject({ id });
  await alice.post('/user/visibility', { hideName: false });
  expect(await shownTo(bob)).toMatchObject({ id });
});

it('refuses rounds that do not exist, are not over, or had no stake of the player, and keeps the last one', async () => {
  const own = await strike(alice);
  await pin(alice, { game, id: own.id });
  const ofBob = await strike(bob);
  expect((await alice.post('/aviator/create', { amount: 10 })).status).toBe(201);
  const [flight] = (await alice.get('/aviator/userHistory')).body as unknown as { roundId: string }[];
  const missing = [
    { game, id: ofBob.id },
    { game, id: '999999' },
    { game, id: 'x' },
    { game: 'noSuchGame', id: own.id },
    { game: 'toString', id: own.id },
    { game: 'aviator', id: flight!.roundId },
  ];
  for (const round of missing) {
    const { status, body } = await pin(alice, round);
    expect({ status, code: body.code }, JSON.stringify(round)).toEqual({ status: 404, code: 'not_found' });
  }
  for (const round of [undefined, '1', { game }, { game, id: '' }, { game, id: '1'.repeat(41) }])
    expect((await pin(alice, round)).status, JSON.stringify(round)).toBe(400);
  expect((await site.call('POST', '/user/pin', null, { round: null })).status).toBe(401);
  expect(await shownTo(bob)).toMatchObject({ id: own.id });
});

it('is in the export, and is erased with the account', async () => {
  const { id } = await strike(alice);
  await pin(alice, { game, id });
  const data = JSON.parse((await alice.post('/user/export', { password })).text) as { user: object };
  expect(data.user).toMatchObject({ pinnedRound: `${game}/${id}` });
  expect((await alice.delete('/user/me', { password })).status).toBe(204);
  const rows = await site.rows('SELECT pinned_round FROM player WHERE id = $1', alice.user.id);
  expect(rows).toEqual([{ pinned_round: null }]);
});
