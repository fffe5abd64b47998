/** The punch card on a complete site: stamps, claims, races of claims, and what the audit finds. */
import { siteForAll } from '@fairground/server/test/for-tests';
import { quietCalls } from '@fairground/server/test/harness';
import { cardSchema, type Card } from '@fairground/contract/card';
import type { User } from '@fairground/contract/user';
import { beforeAll, describe, expect, it } from 'vitest';
import { queryAsOwner } from '../../../test/query-as-owner.ts';
import { addTestRound, settleBet } from '../../../../../games/test/settled-bets.ts';
import { createCardService, type CardService } from './service.ts';

const site = siteForAll();
beforeAll(async () => {
  await addTestRound(site.database);
});

const readCard = async (token: string): Promise<Card> =>
  cardSchema.parse((await site.call('GET', '/user/card', token)).body);
const claim = (token: string, key?: string) => site.call('POST', '/user/card/claim', token, {}, key);
const coinsOf = async (token: string) =>
  ((await site.call('GET', '/user/me', token)).body as unknown as User).coins;

/** Moves the player's stakes and stamps back, so that today is a new day for them. */
const passDays = async (playerId: string, days: number) => {
  // Far away first: stamps of two days in a row would meet on the way, as each row is checked by itself.
  for (const shift of [10_000 + days, -10_000])
    await queryAsOwner(site.database, 'UPDATE stamp SET day = day - $2::integer WHERE player_id = $1', [
      playerId,
      shift,
    ]);
  await queryAsOwner(
    site.database,
    'UPDATE wallet SET staked_on = staked_on - $2::integer, spun_on = spun_on - $2::integer WHERE player_id = $1',
    [playerId, days],
  );
};

let spins = 0;
/** What a spin of the wheel does to the player. */
const spin = (playerId: string) =>
  queryAsOwner(
    site.database,
    `SELECT ledger.credit_bonus('wheel', ARRAY[$2::bigint], ARRAY[$1::bigint], ARRAY[10::bigint], ` +
      '(SELECT day FROM today))',
    [playerId, ++spins],
  );

const playDays = async (playerId: string, days: number): Promise<void> => {
  for (let day = 0; day < days; day++) {
    await passDays(playerId, 1);
    await addTestRound(site.database);
    await settleBet(site.database, playerId, { amount: 10, payout: 0 });
  }
};

describe('stamps', () => {
  it('are given once a day, for the first stake or the spin, whichever comes first', async () => {
    const { token, user } = await site.register('stamped');
    expect(await readCard(token)).toEqual({
      stamps: [],
      isStampedToday: false,
      full: 0,
      claimed: 0,
      coins: 100,
    });
    await settleBet(site.database, user.id, { amount: 10, payout: 0 });
    const first = await readCard(token);
    expect(first).toMatchObject({ isStampedToday: true, full: 0 });
    expect(first.stamps).toHaveLength(1);
    await addTestRound(site.database);
    await settleBet(site.database, user.id, { amount: 10, payout: 0 });
    await spin(user.id);
    expect(await readCard(token)).toEqual(first);

    // A day was missed: the card pauses, and continues with the spin of today.
    await passDays(user.id, 2);
    expect(await readCard(token)).toMatchObject({ isStampedToday: false });
    await spin(user.id);
    const second = await readCard(token);
    expect(second.stamps).toHaveLength(2);
    expect(second.isStampedToday).toBe(true);
  });

  it('are given to guests', async () => {
    const guest = (await site.call('POST', '/auth/guest', null, { adult: true })).body as unknown as {
      token: string;
      user: User;
    };
    await addTestRound(site.database);
    await settleBet(site.database, guest.user.id, { amount: 10, payout: 0 });
    expect((await readCard(guest.token)).stamps).toHaveLength(1);
  });

  it('cannot be written by the application', async () => {
    await expect(site.rows(`INSERT INTO stamp VALUES (1, current_date)`)).rejects.toThrow(
      'permission denied',
    );
    expect((await site.call('GET', '/user/card')).status).toBe(401);
    expect((await site.call('POST', '/user/card/claim', null, {})).status).toBe(401);
  });
});

describe('a claim', () => {
  it('needs seven stamps, pays once, and starts the next card with the stamps that are left', async () => {
    const { token, user } = await site.register('collector');
    await playDays(user.id, 6);
    const before = await coinsOf(token);
    expect(await claim(token, 'early')).toMatchObject({
      status: 409,
      body: { code: 'card_not_full' },
    });
    expect(await coinsOf(token)).toBe(before);
    await playDays(user.id, 2);
    const full = await readCard(token);
    expect(full).toMatchObject({ full: 1, claimed: 0 });
    expect(full.stamps).toHaveLength(7);
    const paid = await claim(token, 'first');
    expect(paid).toMatchObject({
      status: 200,
      body: { coins: 100, card: { full: 0, claimed: 1, isStampedToday: true } },
    });
    expect((paid.body['card'] as Card).stamps).toHaveLength(1);
    expect((paid.body['user'] as User).coins).toBe(before - 20 + 100);
    // Repeating the press gets the same answer; another press finds no full card.
    expect(await claim(token, 'first')).toMatchObject({ status: 200, replayed: true, text: paid.text });
    expect((await claim(token)).status).toBe(409);
    expect(await coinsOf(token)).toBe(before - 20 + 100);
    expect((await site.call('POST', '/user/card/claim', token, { coins: 1_000_000 })).status).toBe(400);
    const play = await site.call('GET', '/user/play/movements?source=card', token);
    expect(play.body['entries']).toMatchObject([
      { source: 'card', movements: [{ kind: 'bonus', amount: 100 }] },
    ]);
    const exported = await site.call('POST', '/user/export', token, { password: 'a meadow of lanterns' });
    expect(exported.body['cardClaims']).toMatchObject([{ number: 1, coins: 100 }]);
    expect(exported.body['stamps']).toHaveLength(8);
  });

  it('pays as many cards as are full, however many presses on two processes race', async () => {
    const { token, user } = await site.register('racer');
    await playDays(user.id, 15);
    const before = await coinsOf(token);
    const createService = (): CardService =>
      createCardService({
        ...quietCalls,
        database: site.database,
      });
    const services = [createService(), createService()];
    const playerId = BigInt(user.id);
    const claims = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        (services[at % 2] ?? createService()).claim({ playerId, idempotency: undefined }),
      ),
    );
    expect(claims.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await coinsOf(token)).toBe(before + 200);
    expect(await readCard(token)).toMatchObject({ full: 0, claimed: 2 });
  });
});

it('I10: the audit finds a claim without stamps, a bonus that differs, and a stamp without play', async () => {
  const cardViolations = async () =>
    (await site.findViolations()).filter(({ states }) => /claim|punch card/.test(states));
  expect(await cardViolations()).toEqual([]);
  for (const [broken, mended] of [
    [`UPDATE card_claim SET coins = coins + 1`, `UPDATE card_claim SET coins = coins - 1`],
    [`UPDATE card_claim SET number = number + 1000`, `UPDATE card_claim SET number = number - 1000`],
    [
      `UPDATE stamp SET player_id = -player_id WHERE player_id IN (SELECT player_id FROM card_claim)`,
      `UPDATE stamp SET player_id = -player_id WHERE player_id < 0`,
    ],
  ] as const) {
    await queryAsOwner(site.database, broken);
    expect(await cardViolations(), broken).not.toEqual([]);
    await queryAsOwner(site.database, mended);
    expect(await cardViolations(), mended).toEqual([]);
  }
  const { user } = await site.register('idle');
  const stampViolations = async () =>
    (await site.findViolations()).filter(({ states }) => states.includes('each stamp'));
  // A stamp that a test above gave without a spin.
  await queryAsOwner(
    site.database,
    `WITH player AS (SELECT id FROM player WHERE username = 'stamped'),
      cleared AS (UPDATE wallet SET staked_on = '2000-01-01', spun_on = NULL WHERE player_id = (SELECT id FROM player))
     DELETE FROM stamp WHERE player_id = (SELECT id FROM player)`,
  );
  expect(await stampViolations()).toEqual([]);
  await queryAsOwner(site.database, `INSERT INTO stamp SELECT $1, day FROM today`, [user.id]);
  expect(await stampViolations()).toHaveLength(1);
  await queryAsOwner(site.database, `DELETE FROM stamp WHERE player_id = $1`, [user.id]);
  expect(await stampViolations()).toEqual([]);
  await queryAsOwner(
    site.database,
    `DELETE FROM stamp WHERE day = (SELECT day FROM today) AND player_id IN (
    SELECT player_id FROM card_claim)`,
  );
  expect(await stampViolations()).toHaveLength(1);
});
