/** A49: a suspended player invites nobody and earns nothing. */
import { expect, it } from 'vitest';
import { gameSweeps, shortRounds } from '../../../../../games/test/sweeps.ts';
import { siteForAll } from '../../../test/for-tests.ts';

const site = siteForAll({
  clock: 'moved',
  env: { SIGNUP_COINS: '1000', REFERRAL_COINS: '250', ...shortRounds },
});

const { playOnce } = gameSweeps.find(({ bet }) => bet !== null)?.bet ?? expect.fail('no game has bets');

const suspend = (id: string, until: string | null) =>
  site.rows(
    `UPDATE player SET suspended_at = clock_timestamp(), suspended_until = $2::timestamptz WHERE id = $1`,
    id,
    until,
  );
const referralOf = async (id: string) =>
  (await site.rows<{ state: string }>(`SELECT state FROM referral WHERE referred_id = $1`, id))[0]?.state;
const coinsOf = async (id: string) =>
  (await site.rows<{ coins: bigint }>(`SELECT coins FROM wallet WHERE player_id = $1`, id))[0]?.coins;

it('A49: the link of a suspended player names nobody and brings nobody until the suspension is over', async () => {
  const host = await site.register('banned_host');
  await suspend(host.user.id, null);
  const { referenceId: ref } = host.user;
  const invitation = async () => (await site.call('GET', `/auth/invitation/${ref}`)).body;
  expect(await invitation()).toEqual({ referral: null });
  expect(await site.register('came_by_banned', { ref })).toMatchObject({ referral: null });
  await suspend(host.user.id, '2020-01-01T00:00:00Z');
  expect(await invitation()).toEqual({ referral: { username: 'banned_host' } });
  expect(await site.register('came_by_freed', { ref })).toMatchObject({
    referral: { username: 'banned_host' },
  });
});

it('A49: a reward waits while either side is suspended, and holds up no other', async () => {
  const host = await site.register('banned_later');
  const friend = await site.register('friend_of_it', { ref: host.user.referenceId });
  await suspend(host.user.id, null);
  await playOnce(site, friend.token);
  await site.time.advanceCoarsely(61_000);
  expect(await referralOf(friend.user.id)).toBe('earned');
  expect(await coinsOf(host.user.id)).toBe(1000n);
  await suspend(host.user.id, '2020-01-01T00:00:00Z');
  await site.time.advanceCoarsely(61_000);
  expect(await referralOf(friend.user.id)).toBe('rewarded');
  expect(await coinsOf(host.user.id)).toBe(1250n);
});
