/** The client package and its example bot against the complete site: each coin is accounted for. */
import type { CreateTokenAnswer } from '@fairground/contract/tokens';
import { createClient, openLive, type LivePushes } from '@fairground/client';
import { play, type Plan } from '@fairground/client/examples/bot';
import { describe, expect, it } from 'vitest';
import { until } from '../player-client.ts';
import { siteForAll } from '../for-tests.ts';

const signupCoins = 10_000;
const password = 'a meadow of lanterns';

const site = siteForAll({
  isAudited: true,
  env: {
    SIGNUP_COINS: String(signupCoins),
    RATE_LIMITS: 'on',
    DOUBLE_TROUBLE_INTERVAL_MS: '2000',
    DOUBLE_TROUBLE_CLOSE_MS: '500',
  },
});

let players = 0;
const createPlayer = async (scope: 'read' | 'play' = 'play') => {
  const { token: session } = await site.register(`client_${(players += 1)}`);
  const call = (path: string, payload: object) => site.call('POST', path, session, payload);
  const body = { name: 'client', scopes: [scope], days: 1, password };
  const { token, info } = (await call('/user/tokens', body)).body as unknown as CreateTokenAnswer;
  return { token, end: () => call(`/user/tokens/${info.id}/end`, {}), call };
};

describe('the example bot', () => {
  const plan: Plan = { stakeCoins: 100, target: 2, maxStrikes: 45, maxLossCoins: 10_000 };

  it('plays its plan, and its count of coins is that of the site', async () => {
    const { token } = await createPlayer();
    const client = createClient({ url: site.site.url, token });
    const result = await play(client, plan);
    // More calls in a row exceed the limit of a token: the client has waited where the site asked it to.
    expect(result).toMatchObject({ strikes: 45, reason: 'done' });
    const { data: user } = await client.GET('/api/user/me');
    expect((user?.coins ?? 0) + (user?.winningAmount ?? 0)).toBe(signupCoins + result.changeCoins);
    expect(user?.bot).toBe(true);
    const { data: history } = await client.GET('/api/highStriker/userHistory');
    expect(history?.length).toBeGreaterThan(0);
  });

  it('stops before it loses more than its plan allows', async () => {
    const { token } = await createPlayer();
    const client = createClient({ url: site.site.url, token });
    // At this target nearly every strike is lost.
    const result = await play(client, { ...plan, target: 1_000, maxStrikes: 1_000, maxLossCoins: 450 });
    const { data: user } = await client.GET('/api/user/me');
    expect((user?.coins ?? 0) + (user?.winningAmount ?? 0)).toBe(signupCoins + result.changeCoins);
    expect(result.reason === 'stop-loss' ? result.changeCoins : -450).toBeGreaterThanOrEqual(-450);
    expect(result.strikes).toBeGreaterThanOrEqual(4);
  });

  it('places a bet once whose answer was lost', async () => {
    const { token } = await createPlayer();
    let lost = 0;
    const client = createClient({
      url: site.site.url,
      token,
      wait: async () => undefined,
      async send(request) {
        const answer = await fetch(request);
        if (request.method === 'POST' && (lost += 1) % 2 === 1) throw new TypeError('the answer was lost');
        return answer;
      },
    });
    const result = await play(client, { ...plan, maxStrikes: 5 });
    expect({ lost, strikes: result.strikes }).toEqual({ lost: 10, strikes: 5 });
    const { data: user } = await client.GET('/api/user/me');
    expect((user?.coins ?? 0) + (user?.winningAmount ?? 0)).toBe(signupCoins + result.changeCoins);
  });

  it('stops where the site refuses it', async () => {
    const { token } = await createPlayer('read');
    const result = await play(createClient({ url: site.site.url, token }), plan);
    expect(result).toMatchObject({
      strikes: 0,
      changeCoins: 0,
      reason: 'refused',
      refusal: { code: 'reauthentication_required' },
    });
  });
});

describe('the live connection of a program', () => {
  it('receives typed pushes, sends signed messages, and ends with its token', async () => {
    const { token, end } = await createPlayer();
    const pushes: { [Type in keyof LivePushes]?: LivePushes[Type] } = {};
    let connected = 0;
    let refused = 0;
    const live = openLive({
      url: site.site.url,
      token,
      onPush: (type, data) => void (pushes[type] = data),
      onConnected: () => void (connected += 1),
      onRefused: () => void (refused += 1),
    });
    await until('it is connected', () => connected === 1);
    expect(await live.send('spinWheel')).toMatchObject({ success: true });
    await until('the player is pushed', () => pushes.updatedUser_response?.user.isSpinned === true);
    await until('a draw is pushed', () => pushes.doubleTroubleStatus_response?.next !== undefined);
    await end();
    await until('it is refused', () => refused === 1);
    await expect(live.send('ping')).rejects.toThrow('no connection');
  });

  it('is refused with a token that is not valid', async () => {
    let refused = 0;
    openLive({
      url: site.site.url,
      token: `fgp_${'A'.repeat(43)}`,
      onPush: () => undefined,
      onRefused: () => void (refused += 1),
    });
    await until('it is refused', () => refused === 1);
  });
});
