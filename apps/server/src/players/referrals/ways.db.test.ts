/** Each way to an account carries the invitation, and a mailbox is invited once. */
import { expect, it } from 'vitest';
import { gameSweeps, shortRounds } from '../../../../../games/test/sweeps.ts';
import { siteForAll } from '../../../test/for-tests.ts';
import { password, type TestPlayer } from '../../../test/test-site.ts';

const site = siteForAll({
  clock: 'moved',
  isAudited: true,
  env: { SIGNUP_COINS: '1000', REFERRAL_COINS: '250', ...shortRounds },
});

const { playOnce } = gameSweeps.find(({ bet }) => bet !== null)?.bet ?? expect.fail('no game has bets');

const addGuest = async (body: object = {}) => {
  const answer = await site.call('POST', '/auth/guest', null, { adult: true, ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as unknown as TestPlayer;
};
const keep = async (token: string, username: string, more: object = {}) => {
  const body = { username, email: `${username}@example.org`, password, ...more };
  const answer = await site.call('POST', '/user/keep', token, body);
  expect(answer.status, answer.text).toBe(200);
};
const me = async ({ get }: TestPlayer) => {
  const { body } = await get('/user/me');
  return body as unknown as TestPlayer['user'];
};
const coinsOf = async (id: string) =>
  (await site.rows<{ coins: bigint }>(`SELECT coins FROM wallet WHERE player_id = $1`, id))[0]?.coins;
const stateOf = async (id: string) =>
  (await site.rows<{ state: string }>(`SELECT state FROM referral WHERE referred_id = $1`, id))[0]?.state;

it('a guest who came by a link is a referral once the account is kept, and is paid for their first bet', async () => {
  const host = await site.register('host_of_guest');
  const guest = await addGuest({ ref: host.user.referenceId.toUpperCase() });
  expect(guest.referral).toEqual({ username: 'host_of_guest' });
  const profile = async () => (await host.get('/user/profile/host_of_guest')).body;
  expect(await me(host)).toMatchObject({ referralCount: 0, referrals: [] });
  expect(await profile()).toMatchObject({ referredUsers: [] });

  await keep(guest.token, 'kept_by_link');
  expect(await me(host)).toMatchObject({
    referralCount: 1,
    referrals: [{ referred: { username: 'kept_by_link' } }],
  });
  expect(await profile()).toMatchObject({ referredUsers: [{ username: 'kept_by_link' }] });
  expect(await stateOf(guest.user.id)).toBe('pending');
  await playOnce(site, guest.token);
  await site.time.advanceCoarsely(61_000);
  expect(await stateOf(guest.user.id)).toBe('rewarded');
  expect(await coinsOf(host.user.id)).toBe(1250n);
});

it('a bet that a guest settled counts when the account is kept', async () => {
  const host = await site.register('host_of_player');
  const guest = await addGuest({ ref: host.user.referenceId });
  await playOnce(site, guest.token);
  await site.time.advanceCoarsely(61_000);
  expect(await coinsOf(host.user.id)).toBe(1000n);
  await keep(guest.token, 'kept_after_bet');
  await site.time.advance(1_000);
  expect(await coinsOf(host.user.id)).toBe(1250n);
});

it('a link may be given when the account is kept; that of the guest goes first', async () => {
  const [first, second] = [await site.register('first_host'), await site.register('second_host')];
  const without = await addGuest();
  await keep(without.token, 'kept_with_ref', { ref: second.user.referenceId });
  const withLink = await addGuest({ ref: first.user.referenceId });
  await keep(withLink.token, 'kept_with_two', { ref: second.user.referenceId });
  const unknown = await addGuest({ ref: 'ref-nobody' });
  expect(unknown.referral).toBeNull();
  await keep(unknown.token, 'kept_with_none', { ref: 'ref-nobody' });
  const invited = async (host: TestPlayer) =>
    (await me(host)).referrals.map(({ referred: { username } }) => username);
  expect([await invited(first), await invited(second)]).toEqual([['kept_with_two'], ['kept_with_ref']]);
});

it('a guest invited by a player who is suspended or closed since is nobody’s referral', async () => {
  const [suspended, closed] = [await site.register('gone_host'), await site.register('left_host')];
  const guests = [
    await addGuest({ ref: suspended.user.referenceId }),
    await addGuest({ ref: closed.user.referenceId }),
  ];
  await site.rows(`UPDATE player SET suspended_at = clock_timestamp() WHERE id = $1`, suspended.user.id);
  expect((await closed.delete('/user/me', { password })).status).toBe(204);
  for (const [at, { token, user }] of guests.entries()) {
    await keep(token, `kept_alone_${at}`);
    expect(await stateOf(user.id)).toBeUndefined();
  }
});

it('a mailbox is invited once, whatever its tag, and also after its account was closed', async () => {
  const host = await site.register('host_of_one');
  const { referenceId: ref } = host.user;
  const once = await site.register('one_friend', { ref, email: 'one.friend@example.org' });
  expect(once.referral).toEqual({ username: 'host_of_one' });
  const tagged = await site.register('same_friend', { ref, email: 'One.Friend+2@example.org' });
  expect(tagged.referral).toBeNull();
  expect((await once.delete('/user/me', { password })).status).toBe(204);
  const again = await site.register('once_more', { ref, email: 'one.friend@example.org' });
  expect(again.referral).toBeNull();
  const guest = await addGuest({ ref });
  await keep(guest.token, 'kept_once_more', { email: 'one.friend+guest@example.org' });
  for (const { user } of [tagged, again, guest]) expect(await stateOf(user.id)).toBeUndefined();
  expect(await me(host)).toMatchObject({ referralCount: 0, referrals: [] });
});
