/**
 * F34: an audit convicts no honest site whose clock was set. What came first is told by ids, steps and the order of
 * transfers; two readings of the clock are not.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { maxTokens } from '@fairground/contract/tokens';
import { createVoidDraw } from '../double-trouble/server/void-round.ts';
import { corrupt } from '../../apps/server/test/query-as-owner.ts';
import { seededEntropy } from '../../apps/server/test/seeded-entropy.ts';
import {
  password,
  startTestSite,
  type TestPlayer,
  type TimedSite,
} from '../../apps/server/test/test-site.ts';
import { openRound } from '../aviator/test/running-flights.ts';
import { spin } from './played-site.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let site: TimedSite;
afterEach(async () => site.close());

const open = async (env: Record<string, string> = {}, startMs?: number): Promise<TestPlayer> => {
  site = await startTestSite({
    clock: 'moved',
    entropy: seededEntropy('audited clocks'),
    ...(startMs === undefined ? {} : { startMs }),
    env: {
      SIGNUP_COINS: '100000',
      AD_SECONDS: '5',
      AD_COINS: '50',
      DOUBLE_TROUBLE_INTERVAL_MS: '30000',
      LOTTERY_DRAW_CRON: '0 */6 * * *',
      ...env,
    },
  });
  await site.time.advance(10);
  return site.register('alice');
};

/** Achievements follow within a few seconds. */
const findLines = async (): Promise<string[]> => {
  await site.time.advanceCoarsely(4_000);
  return (await site.findViolations()).map(({ line, states }) => `${line} ${states}`);
};
const expectClean = async () => expect(await findLines()).toEqual([]);
const expectFound = async (line: string) =>
  expect((await findLines()).map((each) => each.split(' ')[0])).toContain(line);

const place = async (player: TestPlayer, path: string, body: object) => {
  const answer = await player.post(path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const strike = (player: TestPlayer) => place(player, '/highStriker/create', { amount: 100, target: 1.5 });
const bet = (player: TestPlayer) => place(player, '/doubleTrouble/create', { drawType: 'Under', amount: 10 });
const rotate = (player: TestPlayer) =>
  place(player, '/fairness/seeds/rotate', { clientSeed: 'chosen_by_one' });
const watchAd = async (player: TestPlayer) => {
  const { id } = await place(player, '/ads/start', {});
  await site.time.advanceCoarsely(6_000);
  await place(player, '/ads/complete', { id });
};
const isoIn = (ms: number): string => new Date(site.time.nowMs() + ms).toISOString();

describe('draws of Double Trouble', () => {
  const drawUntil = async (count: number) => {
    const drawn = async () =>
      (await site.rows(`SELECT FROM double_trouble_draw WHERE winning_number IS NOT NULL`)).length;
    for (let steps = 0; (await drawn()) < count; steps += 1) {
      if (steps > 200) throw new Error('no draw was held');
      await site.time.advanceCoarsely(900);
    }
  };

  it('may follow a clock that was set forward and back', async () => {
    const alice = await open();
    await bet(alice);
    site.time.jump(hourMs);
    await drawUntil(1);
    site.time.jump(-hourMs);
    await site.time.advanceCoarsely(2_000);
    await bet(alice);
    await drawUntil(2);
    const draws = await site.rows<{ drawn_at: Date }>(
      'SELECT drawn_at FROM double_trouble_draw WHERE winning_number IS NOT NULL ORDER BY id',
    );
    expect(draws[1]?.drawn_at.getTime()).toBeLessThan(draws[0]?.drawn_at.getTime() ?? 0);
    await expectClean();
  });

  it('are found where they were not opened one after the other', async () => {
    const alice = await open();
    await bet(alice);
    await drawUntil(1);
    await site.time.advanceCoarsely(2_000);
    await bet(alice);
    await drawUntil(2);
    await expectClean();
    await corrupt(
      site.database,
      'UPDATE double_trouble_draw SET step = 1 WHERE id = (SELECT max(id) FROM double_trouble_draw)',
    );
    await expectFound('I12');
  });

  it('may be void on a clock that was set back after they opened', async () => {
    await open();
    site.time.jump(-hourMs, 'database');
    const [draw] = await site.rows<{ id: string }>(
      `SELECT id::text FROM double_trouble_draw WHERE state = 'open'`,
    );
    await site.database.transaction((query) => createVoidDraw(() => undefined)(query, draw?.id ?? ''));
    const [ended] = await site.rows<{ before: boolean }>(
      `SELECT drawn_at < opened_at AS before FROM double_trouble_draw WHERE void_reason = 'operator'`,
    );
    expect(ended).toEqual({ before: true });
    await expectClean();
  });
});

describe('cash-outs of Aviator', () => {
  const fly = async (autoCashOut?: number) => {
    const alice = await open({ AVIATOR_COUNTDOWN_MS: '3000' });
    const round = await openRound(site, ({ flightMs }) => flightMs > 6_000 && flightMs < 30_000, [
      { token: alice.token, ...(autoCashOut === undefined ? {} : { autoCashOut }) },
    ]);
    const press = () => alice.post('/aviator/cashout', { roundId: String(round.id), crashMultiplier: 1000 });
    return { round, press };
  };

  it.each([-900, -500])('may come after an automatic one on a clock set by %d ms in flight', async (byMs) => {
    const { round, press } = await fly(1.2);
    await site.time.advanceTo(round.starts_at.getTime() + 2_000);
    site.time.jump(byMs, 'database');
    expect((await press()).body.code).not.toBe('too_early');
    await site.time.advanceCoarsely(30_000);
    expect(await site.rows(`SELECT FROM aviator_bet WHERE outcome = 'win'`)).toHaveLength(1);
    await expectClean();
  });

  it('may come after the crash on a clock that was set back since', async () => {
    const { round, press } = await fly();
    await site.time.advanceTo(round.crash_at.getTime() + 4_000);
    site.time.jump(-5_000, 'database');
    await press();
    await expectClean();
  });
});

describe('the wheel', () => {
  it('may be spun on a day after the next one was, and the last spin is known', async () => {
    const alice = await open();
    site.time.jump(dayMs);
    await spin(site, alice.token);
    site.time.jump(-dayMs);
    await spin(site, alice.token);
    await expectClean();
    await corrupt(site.database, `UPDATE wallet SET spun_on = spun_on + 1`);
    await expectFound('I11');
  });
});

describe('seeds', () => {
  it('may be revealed on a clock that was set back after their last games', async () => {
    const alice = await open();
    site.time.jump(hourMs);
    await strike(alice);
    const { id } = await place(alice, '/mineField/create', { difficulty: 'Easy', bidAmount: 100 });
    await place(alice, '/mineField/update', { id, gemsFound: 0 });
    site.time.jump(-hourMs);
    await rotate(alice);
    await expectClean();
  });

  it.each([
    ['an instant game', 'UPDATE player_seed SET revealed_after = 0 WHERE seed IS NOT NULL'],
    [
      'Minefield',
      `UPDATE player_seed k SET revealed_after = t.id - 1 FROM minefield_game g JOIN transfer t
        ON t.kind = 'minefield_stake_coins' AND t.source = g.id WHERE k.id = g.seed_id`,
    ],
  ])('are found where %s was played with them after the reveal', async (_, text) => {
    const alice = await open();
    await strike(alice);
    const { id } = await place(alice, '/mineField/create', { difficulty: 'Easy', bidAmount: 100 });
    await place(alice, '/mineField/update', { id, gemsFound: 0 });
    await rotate(alice);
    await expectClean();
    await corrupt(site.database, text);
    await expectFound('I15');
  });
});

describe('breaks', () => {
  it('may begin on a clock that was set back after a stake', async () => {
    const alice = await open();
    site.time.jump(hourMs);
    await strike(alice);
    site.time.jump(-hourMs);
    await place(alice, '/user/limits', { breakUntil: isoIn(2 * hourMs) });
    await expectClean();
  });

  it('may be over on a clock that is set back later', async () => {
    const alice = await open();
    await place(alice, '/user/limits', { breakUntil: isoIn(hourMs) });
    site.time.jump(2 * hourMs);
    await strike(alice);
    site.time.jump(-2 * hourMs);
    expect((await alice.post('/highStriker/create', { amount: 100, target: 1.5 })).status).toBe(403);
    await expectClean();
  });

  it('are found where a stake was placed in one', async () => {
    const alice = await open();
    await place(alice, '/user/limits', { breakUntil: isoIn(hourMs) });
    await corrupt(site.database, 'UPDATE wallet SET break_until = NULL');
    await strike(alice);
    await expectFound('I20');
  });
});

describe('accounts', () => {
  it('may become bots on a clock that was set back after an ad was paid', async () => {
    const alice = await open();
    site.time.jump(hourMs);
    await watchAd(alice);
    site.time.jump(-hourMs);
    const { token } = await place(alice, '/user/tokens', {
      name: 'bot',
      scopes: ['play'],
      days: 1,
      password,
    });
    expect(
      (await site.call('POST', '/highStriker/create', String(token), { amount: 100, target: 1.5 })).status,
    ).toBe(201);
    expect(await site.rows('SELECT FROM player WHERE bot')).toHaveLength(1);
    await expectClean();
  });

  it('may have tokens again that had expired, and no more than are allowed are made', async () => {
    const alice = await open();
    const make = async () =>
      (await alice.post('/user/tokens', { name: 'one', scopes: ['play'], days: 1, password })).status;
    const makeAll = async () => {
      for (let made = 0; made < maxTokens; made += 1) expect(await make()).toBe(201);
    };
    await makeAll();
    site.time.jump(dayMs + 1_000);
    await makeAll();
    site.time.jump(-dayMs - 1_000);
    expect(await make()).toBe(403);
    await expectClean();
    await corrupt(
      site.database,
      `INSERT INTO access_token (player_id, token_hash, name, scopes, last_four, expires_at)
        SELECT id, 'one more', 'one', '{read}', 'aaaa', clock_timestamp() + interval '1 day' FROM player`,
    );
    await expectFound('A29');
  });
});

it('friends are counted in the order in which they were rewarded', async () => {
  const alice = await open();
  const invite = async (username: string) => {
    await strike(await site.register(username, { ref: alice.user.referenceId }));
    await site.time.advanceCoarsely(4_000);
  };
  site.time.jump(hourMs);
  await invite('bob');
  site.time.jump(-hourMs);
  await invite('carol');
  await expectClean();
  await invite('dave');
  const reached = await site.rows(`SELECT FROM achievement WHERE id = 'three-friends'`);
  expect(reached).toHaveLength(1);
  await expectClean();
});

it('more may be won in a month that had ended before the clock was set back, and nothing less is shown', async () => {
  const alice = await open({}, Date.parse('2030-05-31T20:00:00Z'));
  const win = async () => {
    const won = async () =>
      (
        await site.rows<{ won: bigint }>(`SELECT won FROM standing WHERE span = 'm' AND since = '2030-05-01'`)
      )[0]?.won ?? 0n;
    for (const before = await won(); (await won()) === before;) await strike(alice);
  };
  await win();
  site.time.jump(dayMs);
  await site.time.advanceCoarsely(20_000);
  expect(await site.rows('SELECT FROM season')).toHaveLength(1);
  await expectClean();
  site.time.jump(-dayMs);
  await win();
  await expectClean();
  await corrupt(site.database, 'UPDATE season_place SET won = won + 1000000');
  await expectFound('I19');
});

it('the leader has led since the clock was set, or since it was away', async () => {
  await open();
  const secondsLed = async (): Promise<number> => {
    const [lease] = await site.rows<{ led: number }>(
      'SELECT extract(epoch FROM renewed_at - led_since)::float8 AS led FROM director_lease',
    );
    return lease?.led ?? Number.NaN;
  };
  const step = async (byMs: number) => site.time.jump(byMs, 'database');
  const suspend = (ms: number) => site.time.suspend(ms);
  for (const interrupt of [() => step(hourMs), () => step(-hourMs), () => suspend(10_000)]) {
    await site.time.advance(10_000);
    expect(await secondsLed()).toBeGreaterThan(8);
    await interrupt();
    await site.time.advance(2_000);
    expect(await secondsLed()).toBeLessThan(3);
  }
});

describe('draws of the lottery', () => {
  const ticket = { numbers: [1, 2, 3, 4, 5, 6], bid: 10 };
  const hold = async () => {
    const alice = await open({ LOTTERY_DRAW_CRON: '0 * * * *', LOTTERY_CLOSE_MS: '60000' });
    await place(alice, '/lottery/create', ticket);
    await place(alice, '/lottery/advance', { ...ticket, draws: 2 });
    // The second one is missed, and opens after its time.
    await site.time.suspend(2 * hourMs + 1_000);
    await site.time.advanceCoarsely(4_000);
    expect(await site.rows(`SELECT FROM lottery_draw WHERE state = 'finished'`)).toHaveLength(2);
    await expectClean();
  };
  const ofMissed = `WHERE id = (SELECT max(id) FROM lottery_draw WHERE state = 'finished')`;

  it.each([
    ['sales closed', `UPDATE lottery_draw SET opened_at = closed_at + interval '1 s' ${ofMissed}`],
    ['it was held', `UPDATE lottery_draw SET closed_at = drawn_at + interval '30 s' ${ofMissed}`],
  ])('may be missed, and dated after the moment when %s', async (_, text) => {
    await hold();
    await corrupt(site.database, text);
    await expectClean();
  });

  it.each([
    ['closed before the time that was promised', `closed_at = closes_at - interval '1 ms'`],
    ['held before the time that was promised', `drawn_at = draws_at - interval '1 ms'`],
    ['opened after a ticket was sold', 'opened_at = closed_at'],
    ['closed before a ticket was sold', 'closed_at = opened_at'],
  ])('are found where one was %s', async (_, change) => {
    await hold();
    await corrupt(
      site.database,
      `UPDATE lottery_draw SET ${change} WHERE id = (SELECT min(id) FROM lottery_draw)`,
    );
    await expectFound('I13');
  });
});
