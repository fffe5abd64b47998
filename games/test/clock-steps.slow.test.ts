/**
 * F34: the clock of the database, of the site, or of both is set an hour forward and back. Play continues
 * within seconds.
 */
import { afterEach, expect, it } from 'vitest';
import { seededEntropy } from '../../apps/server/test/seeded-entropy.ts';
import { startTestSite, type TimedSite } from '../../apps/server/test/test-site.ts';

const hourMs = 3_600_000;
/** Players bet this soon after a step of the clock. */
const withinMs = 8_000;
const intervalMs = 10_000;
const games = ['aviator', 'doubleTrouble', 'lottery'];

let site: TimedSite | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

interface Round {
  id: bigint;
  state: string;
  starts_at: Date;
  crash_hundredths: number | null;
}

const open = async () => {
  const opened = await startTestSite({
    clock: 'moved',
    entropy: seededEntropy('steps of a clock'),
    env: {
      SIGNUP_COINS: '1000000',
      AVIATOR_COUNTDOWN_MS: '3000',
      DOUBLE_TROUBLE_INTERVAL_MS: String(intervalMs),
      DOUBLE_TROUBLE_CLOSE_MS: '1000',
      LOTTERY_DRAW_CRON: '0 */6 * * *',
    },
  });
  site = opened;
  const { time } = opened;
  const alice = await opened.register('alice');
  await time.advance(10);

  const rounds = () => opened.rows<Round>('SELECT * FROM aviator_round ORDER BY id');
  const countVoid = async (): Promise<Record<string, number>> => {
    const counts = await opened.rows<{ game: string; count: number }>(
      `SELECT 'aviator' AS game, count(*)::integer AS count FROM aviator_round WHERE state = 'void'
        UNION ALL SELECT 'doubleTrouble', count(*)::integer FROM double_trouble_draw WHERE state = 'void'
        UNION ALL SELECT 'lottery', count(*)::integer FROM lottery_draw WHERE voided_at IS NOT NULL`,
    );
    return Object.fromEntries(counts.map(({ game, count }) => [game, count]));
  };
  const bets = {
    aviator: () => alice.post('/aviator/create', { amount: 10 }),
    doubleTrouble: () => alice.post('/doubleTrouble/create', { drawType: 'Under', amount: 10 }),
    lottery: () => alice.post('/lottery/create', { numbers: [1, 2, 3, 4, 5, 6], bid: 10 }),
  };
  /** Which games take a bet within `withinMs`. A flight that goes on is play, and does not count. */
  const gamesThatPlay = async (): Promise<string[]> => {
    const waiting = new Map(Object.entries(bets));
    for (let passedMs = 0; passedMs < withinMs && waiting.size > 0;) {
      for (const [game, bet] of waiting) if ((await bet()).status === 201) waiting.delete(game);
      const isFlying = (await rounds()).at(-1)?.state === 'flying';
      await time.advanceCoarsely(500);
      if (!isFlying || waiting.size > 1) passedMs += 500;
    }
    return games.filter((game) => !waiting.has(game));
  };
  const advanceTo = async (moment: 'in flight' | 'between rounds') => {
    for (let steps = 0; steps < 400; steps++) {
      const running = (await rounds()).at(-1);
      const isFlying = running?.state === 'flying';
      if (isFlying === (moment === 'in flight')) return;
      await time.advance(500);
    }
    throw new Error(`the clock is never ${moment}`);
  };
  return { time, rounds, countVoid, gamesThatPlay, advanceTo };
};

const clocks = ['database', 'site', 'both'] as const;
/** The minute forward is not over when it is taken back. */
const steps = [
  ['in flight', hourMs],
  ['in flight', -hourMs],
  ['between rounds', -hourMs],
  ['between rounds', hourMs],
  ['in flight', 60_000],
  ['between rounds', -60_000],
] as const;

it.each(clocks)('a step of the clock of %s voids at most one round of a game', async (clock) => {
  const { time, rounds, countVoid, gamesThatPlay, advanceTo } = await open();
  expect(await gamesThatPlay()).toEqual(games);
  for (const [moment, stepMs] of steps) {
    await advanceTo(moment);
    const before = await countVoid();
    time.jump(stepMs, clock);
    expect(await gamesThatPlay(), `within ${withinMs} ms of a step of ${stepMs} ms ${moment}`).toEqual(games);
    await time.advanceCoarsely(12_000);
    for (const [game, count] of Object.entries(await countVoid())) {
      expect(
        count - (before[game] ?? 0),
        `${game}: void after a step of ${stepMs} ms ${moment}`,
      ).toBeLessThan(2);
    }
  }
  expect((await rounds()).filter(({ state }) => state === 'finished').length).toBeGreaterThan(3);
  expect(await site?.findViolations()).toEqual([]);
});

it('an empty draw that follows the clock back gives its number up for good', async () => {
  const { time } = await open();
  const openings = async (id: string): Promise<number> =>
    (
      await site?.rows(
        `SELECT FROM log_entry WHERE game = 'doubleTrouble' AND kind = 'opening' AND source = $1`,
        id,
      )
    )?.length ?? 0;
  const draws = async (): Promise<{ id: string; state: string }[]> =>
    (await site?.rows('SELECT id::text, state FROM double_trouble_draw d ORDER BY d.id')) ?? [];
  const openId = async () => (await draws()).find(({ state }) => state === 'open')?.id ?? '';
  let givenUp = await openId();
  for (; (await openings(givenUp)) === 0; givenUp = await openId()) await time.advance(500);
  time.jump(-2.5 * intervalMs, 'both');
  // The clock comes to its slot again.
  await time.advanceCoarsely(6 * intervalMs);
  const ids = (await draws()).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(3);
  expect(ids).not.toContain(givenUp);
  for (const id of ids.slice(0, -1)) expect([id, await openings(id)]).toEqual([id, 1]);
  expect(await site?.findViolations()).toEqual([]);
});

it('a countdown that was started again follows the clock back', async () => {
  const { time, rounds, gamesThatPlay, advanceTo } = await open();
  await advanceTo('between rounds');
  const [round] = (await rounds()).slice(-1);
  const startsAt = async () => (await rounds()).find(({ id }) => id === round?.id)?.starts_at.getTime() ?? 0;
  time.jump(hourMs, 'database');
  await time.advance(1_500);
  expect(await startsAt()).toBeGreaterThan(time.nowMs());
  time.jump(-hourMs, 'database');
  // As long as a countdown and a short flight.
  await time.advanceCoarsely(20_000);
  expect((await rounds()).at(-1)?.id).toBeGreaterThan(round?.id ?? 0n);
  expect(await gamesThatPlay()).toEqual(games);
  expect(await site?.findViolations()).toEqual([]);
});
