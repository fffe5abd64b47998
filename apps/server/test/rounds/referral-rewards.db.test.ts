/** In every game, a lost first bet pays the referral immediately to both players, with a push, long before the sweep. */
import type { User } from '@fairground/contract/user';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reveal } from '../../../../games/aviator/test/running-flights.ts';
import { startControlledSite, type ControlledSite } from '../controlled-site.ts';
import { PlayerClient, until } from '../player-client.ts';

const signupCoins = 1_000;
const rewardCoins = 250;
const stake = 100;
const drawMs = 6_000;
const lotteryMs = 10_000;

let site: ControlledSite;
let names = 0;

beforeAll(async () => {
  site = await startControlledSite({
    env: {
      SIGNUP_COINS: String(signupCoins),
      REFERRAL_COINS: String(rewardCoins),
      AVIATOR_COUNTDOWN_MS: '2000',
      DOUBLE_TROUBLE_INTERVAL_MS: String(drawMs),
      LOTTERY_DRAW_CRON: '*/10 * * * * *',
      LOTTERY_CLOSE_MS: '1000',
    },
  });
});
afterAll(() => site?.close());

interface Invited {
  referrer: PlayerClient;
  token: string;
}

/** A connected referrer and a player whom they invited. */
const invite = async (): Promise<Invited> => {
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

const post = async <Body>(token: string, path: string, body: object): Promise<Body> => {
  const answer = await site.call('POST', path, token, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body as unknown as Body;
};

/** Plays one bet of 100 until it is settled. */
type Play = (token: string) => Promise<void>;

const games: Record<string, Play> = {
  async aviator(token) {
    await site.time.advanceTo((await roundOf('betting')).starts_at.getTime());
    const { crash_at: crashAt } = await roundOf('flying');
    await site.time.advanceTo(crashAt.getTime());
    const { bet } = await post<{ bet: { roundId: string } }>(token, '/aviator/create', { amount: stake });
    const round = await roundOf('betting');
    expect(String(round.id)).toBe(bet.roundId);
    await site.time.advanceTo(round.crash_at.getTime() + 1_000);
  },
  async doubleTrouble(token) {
    // The current draw may already be closed.
    await site.time.advance(drawMs - (site.time.nowMs() % drawMs) + 500);
    const { bet } = await post<{ bet: { drawId: string } }>(token, '/doubleTrouble/create', {
      drawType: 'Number',
      number: 7,
      amount: stake,
    });
    await site.time.advanceTo(Number(bet.drawId));
  },
  async lottery(token) {
    // Sales for the current draw may already be closed.
    await site.time.advance(lotteryMs - (site.time.nowMs() % lotteryMs) + 500);
    const { ticket } = await post<{ ticket: { drawsAt: string } }>(token, '/lottery/create', {
      numbers: [1, 2, 3, 4, 5, 6],
      bid: stake,
    });
    await site.time.advanceTo(Date.parse(ticket.drawsAt) + 10);
  },
  async mineField(token) {
    const { id } = await post<{ id: string }>(token, '/mineField/create', {
      difficulty: 'Expert',
      bidAmount: stake,
    });
    // The notice of the start of the game has expired by then.
    await site.time.advance(1_000);
    for (let tileId = 0; tileId < 15; tileId += 1) {
      const { tile } = await post<{ tile: { isTrap: boolean } }>(token, '/mineField/reveal', { id, tileId });
      if (tile.isTrap) break;
    }
  },
  async highStriker(token) {
    await post(token, '/highStriker/create', { amount: stake, target: 1_000 });
  },
};

const roundOf = async (state: string): Promise<{ id: bigint; starts_at: Date; crash_at: Date }> => {
  const [round] = await site.rows<{ id: bigint; starts_at: Date; crash_at: Date }>(
    'SELECT id, starts_at, crash_at FROM aviator_round WHERE state = $1::aviator_state ORDER BY id DESC LIMIT 1',
    state,
  );
  if (!round) throw new Error(`no round is ${state}`);
  return reveal(site, round);
};

it.each(Object.entries(games))('%s: pays both sides within a second of a lost first bet', async (_, play) => {
  for (let tries = 1; ; tries += 1) {
    expect(tries, 'one of forty bets is lost').toBeLessThan(40);
    const { referrer, token } = await invite();
    await play(token);
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
