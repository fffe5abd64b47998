/**
 * In every game, a lost first bet pays the referral immediately to both players, with a push, long before the sweep.
 */
import type { User } from '@fairground/contract/user';
import { expect, it } from 'vitest';
import { gameSweeps, shortRounds } from '../../../../../games/test/sweeps.ts';
import { siteForAll } from '../../../test/for-tests.ts';
import { PlayerClient, until } from '../../../test/player-client.ts';

const signupCoins = 1_000;
const rewardCoins = 250;
const stake = 100;

let names = 0;

const site = siteForAll({
  clock: 'moved',
  env: {
    SIGNUP_COINS: String(signupCoins),
    REFERRAL_COINS: String(rewardCoins),
    ...shortRounds,
  },
});

/** A connected referrer and a player whom they invited. */
const invite = async () => {
  names += 1;
  const referrer = new PlayerClient(site.site.url, `host_${names}`);
  await referrer.register();
  await referrer.connect();
  const answer = await site.call('POST', '/auth/register', '', {
    username: `guest_${names}`,
    email: `guest_${names}@example.org`,
    password: 'a meadow of lanterns',
    adult: true,
    ref: referrer.user?.referenceId,
  });
  expect(answer.status).toBe(201);
  return { referrer, token: (answer.body as unknown as { token: string }).token };
};

const userOf = async (token: string): Promise<User> =>
  (await site.call('GET', '/user/me', token)).body as unknown as User;

const bets = gameSweeps.flatMap(({ id, bet }) => (bet === null ? [] : [[id, bet] as const]));

it.each(bets)('%s: pays both sides within a second of a lost first bet', async (_, { playOnce }) => {
  for (let tries = 1; ; tries += 1) {
    expect(tries, 'one of forty bets is lost').toBeLessThan(40);
    const { referrer, token } = await invite();
    await playOnce(site, token);
    await site.time.advance(1_000);
    const user = await userOf(token);
    // A bet that won or was partly refunded does not test a loss; another player places the next one.
    const isLost = user.winningAmount === 0;
    if (isLost) {
      expect(user.coins).toBe(signupCoins - stake + rewardCoins);
      await until(
        'the referrer received the reward',
        () => referrer.user?.coins === signupCoins + rewardCoins,
      );
    }
    referrer.disconnect();
    if (isLost) break;
  }
});
