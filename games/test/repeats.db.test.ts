/**
 * I6: the repeat of each call that moves coins, on the process that got the first call and on another one, after
 * everything that could refuse a new call. Only the player in an answer may be newer.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryAsOwner } from '../../apps/server/test/query-as-owner.ts';
import {
  startTestSite,
  type Answer,
  type TestPlayer,
  type TestSite,
  type TimedSite,
} from '../../apps/server/test/test-site.ts';
import { betCalls, shortRounds } from './sweeps.ts';

const env = { ...shortRounds, SIGNUP_COINS: '1000000' };
let site: TimedSite;
let beside: TestSite;
let players = 0;

beforeAll(async () => {
  site = await startTestSite({ clock: 'moved', env });
  beside = await startTestSite({ beside: site, clock: site.time.clock, env });
  await site.time.advance(1_000);
});
afterAll(async () => {
  const violations = await site.findViolations();
  await beside?.close();
  await site?.close();
  // The stamps of the cards are written without play.
  expect(violations.filter(({ states }) => !states.startsWith('each stamp'))).toEqual([]);
});

const addOne = (): Promise<TestPlayer> => site.register(`repeats_${players++}`);

/** What the call made, without the player. */
const madeBy = ({ body: { user: _user, ...made } }: Answer) => made;

/** Expects the outcome of the first answer on both processes, and returns the repeats. */
const expectRepeats = async (
  first: Answer,
  send: (process: TestSite) => Promise<Answer>,
): Promise<Answer[]> => {
  const repeats = [];
  for (const process of [site, beside]) {
    const again = await send(process);
    expect({ status: again.status, replayed: again.replayed, made: madeBy(again) }).toEqual({
      status: first.status,
      replayed: true,
      made: madeBy(first),
    });
    repeats.push(again);
  }
  return repeats;
};

const expectMismatch = async (send: (process: TestSite) => Promise<Answer>): Promise<void> => {
  for (const process of [site, beside]) {
    expect(await send(process)).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } });
  }
};

const setWallet = (playerId: string, values: string) =>
  queryAsOwner(site.database, `UPDATE wallet SET ${values} WHERE player_id = $1`, [playerId]);
/** While it works the player has spent all coins. */
const withoutCoins = async ({ user: { id } }: TestPlayer, work: () => Promise<void>): Promise<void> => {
  const [wallet] = await site.rows<{ coins: bigint; winnings: bigint }>(
    'SELECT coins, winnings FROM wallet WHERE player_id = $1',
    id,
  );
  await setWallet(id, 'coins = 0, winnings = 0');
  await work();
  await setWallet(id, `coins = ${wallet?.coins}, winnings = ${wallet?.winnings}`);
};
const coinsOf = async ({ token }: TestPlayer): Promise<number> =>
  Number((await site.call('GET', '/user/me', token)).body['coins']);

/** The answer once a round takes stakes: that none did leaves no trace of the key. */
const sendWhileOpen = async (send: (process: TestSite) => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    const answer = await send(site);
    if (answer.body.code !== 'betting_closed') return answer;
    await site.time.advance(500);
  }
};

describe.each(betCalls)('a stake in $id', ({ path, body }) => {
  const sendFor =
    ({ token }: TestPlayer, key: string, sent: object = body) =>
    (process: TestSite) =>
      process.call('POST', path, token, sent, key);

  it('is answered again after the coins are spent, on a break, and once its round is over', async () => {
    const player = await addOne();
    const send = sendFor(player, 'one');
    const first = await sendWhileOpen(send);
    expect(first).toMatchObject({ status: 201, replayed: false });
    await expectRepeats(first, send);
    await withoutCoins(player, async () => {
      expect((await sendFor(player, 'two')(site)).status).toBe(409);
      await expectRepeats(first, send);
    });
    await setWallet(player.user.id, `break_until = clock_timestamp() + interval '1 day'`);
    await expectRepeats(first, send);
    await site.time.advance(20_000);
    await expectRepeats(first, send);
  });

  it('is refused with another body', async () => {
    const player = await addOne();
    expect((await sendWhileOpen(sendFor(player, 'one'))).status).toBe(201);
    const { amount, bidAmount, bid } = body as Record<string, number>;
    const other =
      amount !== undefined
        ? { ...body, amount: amount * 2 }
        : bidAmount !== undefined
          ? { ...body, bidAmount: bidAmount * 2 }
          : { ...body, bid: (bid ?? 0) * 2 };
    await expectMismatch(sendFor(player, 'one', other));
  });

  it('that was refused is judged anew', async () => {
    const player = await addOne();
    const send = sendFor(player, 'one');
    await setWallet(player.user.id, `daily_stake_limit = 0`);
    expect((await sendWhileOpen(send)).body.code).toBe('limit_reached');
    for (const process of [site, beside])
      expect(await send(process)).toMatchObject({ status: 403, body: { code: 'limit_reached' } });
    await setWallet(player.user.id, `daily_stake_limit = NULL`);
    const first = await sendWhileOpen(() => send(beside));
    expect(first).toMatchObject({ status: 201, replayed: false });
    await expectRepeats(first, send);
  });
});

describe('a cash-out', () => {
  const openRound = async () => {
    const find = () =>
      site.rows<{ id: bigint; starts_at: Date }>(
        `SELECT id, starts_at FROM aviator_round WHERE state = 'betting' AND closes_at > clock_timestamp()`,
      );
    for (let found = await find(); ; found = await find()) {
      if (found[0]) return found[0];
      await site.time.advance(500);
    }
  };
  const fly = async (
    player: TestPlayer,
    autoCashOut: number | null,
    press: (roundId: string) => Promise<void>,
  ): Promise<void> => {
    // A flight that is long enough for the presses.
    for (;;) {
      const round = await openRound();
      const bet = { amount: 100, autoCashOut };
      expect((await player.post('/aviator/create', bet)).status).toBe(201);
      await site.time.advanceTo(round.starts_at.getTime() + 300);
      const [flight] = await site.rows<{ state: string }>(
        'SELECT state FROM aviator_round WHERE id = $1',
        round.id,
      );
      if (flight?.state === 'flying') return press(String(round.id));
      await site.time.advance(5_000);
    }
  };
  /** Until all bets of the round are settled. */
  const end = async (roundId: string): Promise<void> => {
    const open = () => site.rows(`SELECT FROM aviator_round WHERE id = $1 AND state <> 'finished'`, roundId);
    while ((await open()).length > 0) await site.time.advance(1_000);
  };
  const sendFor =
    ({ token }: TestPlayer, body: object, key: string) =>
    (process: TestSite) =>
      process.call('POST', '/aviator/cashout', token, body, key);

  it('is answered again in flight, after the crash, and once the round is settled', async () => {
    const player = await addOne();
    await fly(player, null, async (roundId) => {
      const send = sendFor(player, { roundId, crashMultiplier: 100 }, 'one');
      const first = await send(site);
      if (first.status !== 200) return expect(first.body.code).toBe('too_late');
      const coins = await coinsOf(player);
      await expectRepeats(first, send);
      await expectMismatch(sendFor(player, { roundId, crashMultiplier: 50 }, 'one'));
      expect((await sendFor(player, { roundId, crashMultiplier: 100 }, 'two')(beside)).body.code).toBe(
        'no_active_bet',
      );
      await end(roundId);
      await expectRepeats(first, send);
      expect(await coinsOf(player)).toBe(coins);
    });
  });

  it('that was answered with the automatic one stays so after the crash, and a later key does not', async () => {
    const player = await addOne();
    await fly(player, 1.01, async (roundId) => {
      await site.time.advance(300);
      const body = { roundId, crashMultiplier: 100 };
      const first = await sendFor(player, body, 'one')(site);
      if (first.status !== 200) return expect(first.body.code).toBe('too_late');
      expect(first).toMatchObject({ replayed: false, body: { aviatorBidSave: { cashOutMultiplier: 1.01 } } });
      await sendFor(player, body, 'two')(site);
      await end(roundId);
      await expectRepeats(first, sendFor(player, body, 'one'));
      await expectMismatch(sendFor(player, { roundId, crashMultiplier: 50 }, 'one'));
      expect((await sendFor(player, body, 'two')(site)).body.code).toBe('too_late');
    });
  });
});

describe('a game of Minefield', () => {
  it('answers the repeats of its tiles and its end as they were then', async () => {
    const player = await addOne();
    const created = await player.post('/mineField/create', { difficulty: 'Easy', bidAmount: 100 });
    const { id } = created.body as { id: string };
    const [row] = await site.rows<{ tiles: number }>('SELECT tiles FROM minefield_game WHERE id = $1', id);
    const turned: { body: object; first: Answer; send: (process: TestSite) => Promise<Answer> }[] = [];
    for (let tileId = 0; tileId < Number(row?.tiles); tileId++) {
      const body = { id, tileId };
      const send = (process: TestSite) =>
        process.call('POST', '/mineField/reveal', player.token, body, `tile-${tileId}`);
      const first = await send(site);
      expect(first.status).toBe(200);
      turned.push({ body, first, send });
      if ((first.body['game'] as { gameState: string }).gameState !== 'Playing') break;
    }
    // All but the time of a change, which is that of the last one.
    const withoutTime = (answer: Answer): Answer => ({
      ...answer,
      body: { ...answer.body, game: { ...(answer.body['game'] as object), updatedAt: '' } },
    });
    for (const { first, send } of turned)
      await expectRepeats(withoutTime(first), async (process) => withoutTime(await send(process)));
    await expectMismatch((process) =>
      process.call('POST', '/mineField/reveal', player.token, { id, tileId: 24 }, 'tile-0'),
    );
    const over = await player.post('/mineField/reveal', { id, tileId: 0 }, 'another-key');
    expect(over.body.code).toBe('game_not_playing');
  });

  it('is paid once for its end', async () => {
    const player = await addOne();
    const { id } = (await player.post('/mineField/create', { difficulty: 'Easy', bidAmount: 100 })).body;
    const send = (process: TestSite) =>
      process.call('POST', '/mineField/update', player.token, { id, gemsFound: 0 }, 'end');
    const first = await send(site);
    expect(first.status).toBe(200);
    await expectRepeats(first, send);
    await expectMismatch((process) =>
      process.call('POST', '/mineField/update', player.token, { id, gemsFound: 1 }, 'end'),
    );
  });
});

describe('tickets for draws ahead', () => {
  const pick = { numbers: [1, 2, 3, 4, 5, 6], bid: 10, draws: 3 };
  const buy =
    ({ token }: TestPlayer, body: object, key: string) =>
    (process: TestSite) =>
      process.call('POST', '/lottery/advance', token, body, key);
  const takeBack =
    ({ token }: TestPlayer, id: string, key: string) =>
    (process: TestSite) =>
      process.call('POST', '/lottery/advance/cancel', token, { id }, key);

  it('are answered again after they were taken back and became tickets', async () => {
    const player = await addOne();
    const first = await sendWhileOpen(buy(player, pick, 'one'));
    expect(first.status).toBe(201);
    const tickets = first.body['tickets'] as { id: string }[];
    expect(tickets).toHaveLength(3);
    await expectRepeats(first, buy(player, pick, 'one'));
    await expectMismatch(buy(player, { ...pick, draws: 2 }, 'one'));
    const [, , last] = tickets;
    const back = await takeBack(player, last?.id ?? '', 'back')(site);
    expect(back.status).toBe(200);
    const coins = await coinsOf(player);
    await expectRepeats(back, takeBack(player, last?.id ?? '', 'back'));
    await expectMismatch(takeBack(player, tickets[1]?.id ?? '', 'back'));
    expect((await takeBack(player, last?.id ?? '', 'other')(beside)).body.code).toBe('not_found');
    expect(await coinsOf(player)).toBe(coins);
    await expectRepeats(first, buy(player, pick, 'one'));
    const pending = () =>
      site.rows(`SELECT FROM lottery_advance WHERE player_id = $1 AND state = 'pending'`, player.user.id);
    for (let turns = 0; (await pending()).length > 0; turns++) {
      expect(turns).toBeLessThan(8);
      await site.time.advance(15_000);
    }
    await expectRepeats(first, buy(player, pick, 'one'));
  }, 120_000);
});

describe('bonuses', () => {
  it('one of two full cards is paid under one key, and the other under another', async () => {
    const player = await addOne();
    await queryAsOwner(
      site.database,
      `INSERT INTO stamp (player_id, day)
        SELECT $1, (SELECT day FROM today) - n FROM generate_series(1, 14) n`,
      [player.user.id],
    );
    const claim = (key: string) => (process: TestSite) =>
      process.call('POST', '/user/card/claim', player.token, {}, key);
    const first = await claim('one')(site);
    expect(first).toMatchObject({ status: 200, body: { card: { full: 1, claimed: 1 } } });
    const coins = await coinsOf(player);
    await expectRepeats(first, claim('one'));
    expect(await coinsOf(player)).toBe(coins);
    const second = await claim('two')(beside);
    expect(second).toMatchObject({ status: 200, body: { card: { full: 0, claimed: 2 } } });
    await expectRepeats(second, claim('two'));
    // The card in hand was another one then.
    expect((await claim('one')(site)).body).toMatchObject({ card: { claimed: 1 } });
  });

  it('an ad is paid once, also after the next one', async () => {
    const player = await addOne();
    const watch = async () => {
      const { id, seconds } = (await player.post('/ads/start', {})).body as { id: string; seconds: number };
      await site.time.advance(1_000 * seconds + 500);
      return id;
    };
    const claim = (viewId: string, key: string) => (process: TestSite) =>
      process.call('POST', '/ads/complete', player.token, { id: viewId }, key);
    const one = await watch();
    const first = await claim(one, 'one')(site);
    expect(first.status).toBe(200);
    await expectRepeats(first, claim(one, 'one'));
    const two = await watch();
    await expectMismatch(claim(two, 'one'));
    const second = await claim(two, 'two')(site);
    expect(second).toMatchObject({ status: 200, replayed: false });
    expect(second.body['left']).toBe(Number(first.body['left']) - 1);
    await expectRepeats(first, claim(one, 'one'));
    expect((await claim(one, 'three')(site)).body.code).toBe('not_found');
  });
});

it('is decided by a unique index over player and key, in every table with rows of calls', async () => {
  const tables = await site.rows<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'call_key' ORDER BY 1`,
  );
  const indexed = await site.rows<{ name: string }>(
    `SELECT tablename AS name FROM pg_indexes
      WHERE indexdef LIKE 'CREATE UNIQUE INDEX %(player_id, call_key%' ORDER BY 1`,
  );
  expect(tables.length).toBeGreaterThan(betCalls.length);
  expect(indexed).toEqual(tables);
});
