/** Bots: what marks them, who sees it, and which rewards they do not get. */
import { anyInstantGame as game } from '../../../../../games/test/sweeps.ts';
import type { CreateTokenAnswer } from '@fairground/contract/tokens';
import type { User } from '@fairground/contract/user';
import { afterEach, describe, expect, it } from 'vitest';
import { databaseWork } from '../../../test/database-work.ts';
import { siteForAll } from '../../../test/for-tests.ts';

const password = 'a meadow of lanterns';
const strike = { amount: 100, target: 1.5 };

const site = siteForAll({
  isAudited: true,
  clock: 'moved',
  env: { AD_SECONDS: '5', AD_COINS: '50', SIGNUP_COINS: '100000' },
});
afterEach(() => databaseWork.interfere(undefined));

let players = 0;
const createPlayer = async (scopes: string[] = ['play'], ref?: string) => {
  const username = `automaton_${(players += 1)}`;
  const registered = await site.call('POST', '/auth/register', '', {
    username,
    email: `${username}@example.org`,
    password,
    adult: true,
    ...(ref === undefined ? {} : { ref }),
  });
  const { token: session, user } = registered.body as unknown as { token: string; user: User };
  const created = await site.call('POST', '/user/tokens', session, {
    name: 'bot',
    scopes,
    days: 1,
    password,
  });
  expect(created.status, created.text).toBe(201);
  return { session, user, username, ...(created.body as unknown as CreateTokenAnswer) };
};
const isBot = async (session: string): Promise<boolean | undefined> =>
  ((await site.call('GET', '/user/me', session)).body as unknown as User).bot;
const play = (token: string, body: object = strike, key?: string) =>
  site.call('POST', game.create, token, body, key);

describe('an account', () => {
  it('becomes a bot with the first call that plays, and for everybody', async () => {
    const { session, token, username } = await createPlayer();
    for (const path of ['/user/me', `/${game.id}/userHistory`, '/games/config'])
      expect((await site.call('GET', path, token)).status, path).toBe(200);
    expect((await play(token, { ...strike, amount: 1 })).status).toBe(400);
    expect(await isBot(session)).toBeUndefined();
    expect((await play(token)).status).toBe(201);
    expect(await isBot(session)).toBe(true);
    const other = (await site.register('a_visitor')).token;
    expect((await site.call('GET', `/user/profile/${username}`, other)).body).toMatchObject({ bot: true });
    const [row] = await site.rows<{ bot: boolean; since: boolean }>(
      'SELECT bot, bot_since IS NOT NULL AS since FROM player WHERE username = $1',
      username,
    );
    expect(row).toEqual({ bot: true, since: true });
  });

  it('does not become one by playing on the site', async () => {
    const { session, username } = await createPlayer();
    expect((await play(session)).status).toBe(201);
    expect(await isBot(session)).toBeUndefined();
    const profile = await site.call('GET', `/user/profile/${username}`, session);
    expect(profile.body).not.toHaveProperty('bot');
  });

  it('is marked once by calls at the same moment, each of which is played', async () => {
    const { session, token } = await createPlayer();
    const answers = await Promise.all(Array.from({ length: 10 }, () => play(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(await isBot(session)).toBe(true);
  });

  it('plays nothing where it could not be marked', async () => {
    const { session, token } = await createPlayer();
    databaseWork.interfere(async (_client, text, run) => {
      if (text.includes('SET bot = true')) throw new Error('the statement fails');
      return run();
    });
    expect((await play(token)).status).toBe(500);
    databaseWork.interfere(undefined);
    expect((await site.call('GET', `/${game.id}/userHistory`, session)).text).toBe('[]');
    expect(await isBot(session)).toBeUndefined();
    expect((await play(token)).status).toBe(201);
  });

  it('gets the same answer to a repeated call, and is debited once', async () => {
    const { token } = await createPlayer();
    const [one, two] = await Promise.all([play(token, strike, 'same-key'), play(token, strike, 'same-key')]);
    expect(two.text).toBe(one.text);
    expect((await site.call('GET', `/${game.id}/userHistory`, token)).body).toHaveLength(1);
  });
});

describe('limits and breaks', () => {
  it('apply to programs as to their player, who alone may change them', async () => {
    const { session, token } = await createPlayer();
    await site.call('POST', '/user/limits', session, { dailyStake: 150 });
    expect((await play(token)).status).toBe(201);
    expect((await play(token)).body).toMatchObject({ code: 'limit_reached' });
    expect((await site.call('POST', '/user/limits', token, { dailyStake: null })).body).toMatchObject({
      code: 'reauthentication_required',
    });
    expect((await site.call('GET', '/user/limits', token)).status).toBe(200);
    const onBreak = await createPlayer();
    const breakUntil = new Date(site.time.nowMs() + 3_600_000).toISOString();
    expect((await site.call('POST', '/user/limits', onBreak.session, { breakUntil })).status).toBe(200);
    expect((await play(onBreak.token)).body).toMatchObject({ code: 'on_a_break' });
  });
});

describe('rewards', () => {
  it('for ads are not paid to bots, not even for one that was begun before', async () => {
    const { session, token } = await createPlayer();
    const begun = await site.call('POST', '/ads/start', session, {});
    expect(begun.status).toBe(201);
    await site.time.advance(6_000);
    expect((await play(token)).status).toBe(201);
    const { coins } = (await site.call('GET', '/user/me', session)).body as unknown as User;
    const finished = await site.call('POST', '/ads/complete', session, { id: begun.body['id'] });
    expect(finished).toMatchObject({ status: 403, body: { code: 'limit_reached' } });
    expect(finished.text).toContain('A bot gets no coins');
    expect((await site.call('POST', '/ads/start', session, {})).body).toMatchObject({
      code: 'limit_reached',
    });
    expect(await site.call('GET', '/user/me', session)).toMatchObject({ body: { coins, adEarnings: 0 } });
  });

  it.each(['the invited player', 'the player who invited'])(
    'for an invitation are not paid where %s is a bot',
    async (who) => {
      const host = await createPlayer();
      const invited = await createPlayer(['play'], host.user.referenceId);
      const human = await createPlayer(['play'], (await createPlayer()).user.referenceId);
      expect((await play(who === 'the invited player' ? invited.token : host.token)).status).toBe(201);
      expect((await play(invited.session)).status).toBe(201);
      expect((await play(human.session)).status).toBe(201);
      await site.time.advanceCoarsely(65_000);
      const rewards = await site.rows<{ referred_id: bigint; state: string }>(
        'SELECT referred_id, state FROM referral WHERE referred_id = ANY($1)',
        [invited.user.id, human.user.id],
      );
      const stateOf = (id: string) => rewards.find((row) => String(row.referred_id) === id)?.state;
      expect(stateOf(invited.user.id)).toBe('earned');
      // The control: rewards were paid in the meantime.
      expect(stateOf(human.user.id)).toBe('rewarded');
    },
  );

  it('that were paid to a bot, and tokens of a closed account, are found by the audit', async () => {
    const { session, token, user, info } = await createPlayer();
    const begun = await site.call('POST', '/ads/start', session, {});
    await site.time.advance(6_000);
    await site.call('POST', '/ads/complete', session, { id: begun.body['id'] });
    await play(token);
    await site.rows(
      `UPDATE player SET bot_since = bot_since - interval '1 hour', bot_after = 0 WHERE id = $1`,
      user.id,
    );
    expect(await site.findViolations()).toMatchObject([{ line: 'A31' }]);
    await site.rows('UPDATE player SET bot_since = clock_timestamp() WHERE id = $1', user.id);
    await site.rows('UPDATE player SET closed_at = clock_timestamp() WHERE id = $1', user.id);
    expect(await site.findViolations()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ line: 'A29', broken: [expect.objectContaining({ id: BigInt(info.id) })] }),
      ]),
    );
    await site.rows('UPDATE player SET closed_at = NULL WHERE id = $1', user.id);
  });
});
