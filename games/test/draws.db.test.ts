/**
 * Double Trouble's slots and the lottery's days on a clock that the test moves: closes, missed slots, a changed clock.
 */
import type { DoubleTroubleBet } from '@fairground/game-double-trouble/contract';
import { beforeAll, expect, it } from 'vitest';
import { siteForAll } from '../../apps/server/test/for-tests.ts';

let alice: string;

const intervalMs = 30_000;
const closeMs = 2_000;

interface SlotRow {
  id: bigint;
  state: string;
  link: number;
  closes_at: Date;
  draws_at: Date;
  drawn_at: Date | null;
}
const openSlot = async (): Promise<SlotRow> => {
  const [slot] = await site.rows<SlotRow>(`SELECT * FROM double_trouble_draw WHERE state = 'open'`);
  if (!slot) throw new Error('no slot is open');
  return slot;
};
const readSlot = async (id: bigint) =>
  (await site.rows<SlotRow>('SELECT * FROM double_trouble_draw WHERE id = $1', id))[0];
const bet = async (drawType = 'Under') => {
  const answer = await site.call('POST', '/doubleTrouble/create', alice, { drawType, amount: 100 });
  return answer.body.code ?? String(answer.status);
};
const newestBet = async (): Promise<DoubleTroubleBet | undefined> => {
  const { text } = await site.call('GET', '/doubleTrouble/userHistory', alice);
  return (JSON.parse(text) as DoubleTroubleBet[])[0];
};

const site = siteForAll({
  clock: 'moved',
  env: {
    SIGNUP_COINS: '1000000',
    DOUBLE_TROUBLE_INTERVAL_MS: String(intervalMs),
    DOUBLE_TROUBLE_CLOSE_MS: String(closeMs),
    LOTTERY_DRAW_CRON: '0 20 * * *',
    AVIATOR_COUNTDOWN_MS: '600000',
  },
});
beforeAll(async () => {
  alice = (await site.register('alice')).token;
  await site.time.advance(10);
});

it('A4: accepts a bet in the last millisecond before the close of a slot, and none at it', async () => {
  const slot = await openSlot();
  await site.time.advanceTo(slot.closes_at.getTime() - 1);
  expect(await bet()).toBe('201');
  await site.time.advance(1);
  expect(await bet()).toBe('betting_closed');
  await site.time.advanceTo(slot.draws_at.getTime() - 1);
  expect(await bet()).toBe('betting_closed');
  expect((await readSlot(slot.id))?.state).toBe('open');
  await site.time.advance(1);
  expect((await readSlot(slot.id))?.drawn_at?.getTime()).toBe(slot.draws_at.getTime());
  expect((await newestBet())?.status).not.toBe('pending');
  const next = await openSlot();
  expect(next.draws_at.getTime() - slot.draws_at.getTime()).toBe(intervalMs);
  expect(next.link).toBe(slot.link + 1);
});

it('F11: draws a slot with bets late after a suspension, and a thousand empty slots leave no row', async () => {
  const slot = await openSlot();
  await site.time.advance(10);
  expect(await bet('Over')).toBe('201');
  await site.time.suspend(1_000 * intervalMs);
  await site.time.advance(1_500);
  const drawn = await readSlot(slot.id);
  expect(drawn?.state).toBe('finished');
  expect(drawn?.drawn_at?.getTime()).toBeGreaterThan(slot.draws_at.getTime() + 999 * intervalMs);
  expect((await newestBet())?.status).not.toBe('pending');
  const next = await openSlot();
  expect(next.link).toBe(slot.link + 1);
  expect(next.draws_at.getTime()).toBeGreaterThan(site.time.nowMs());
  // Without a bet, the open slot moves to the current time with its link.
  await site.time.suspend(1_000 * intervalMs);
  await site.time.advance(1_500);
  expect(await readSlot(next.id)).toBeUndefined();
  expect((await openSlot()).link).toBe(next.link);
});

it('F9: never draws a slot or a day twice when the clock is set back or forward by an hour or more', async () => {
  const slot = await openSlot();
  await bet();
  await site.time.advanceTo(slot.draws_at.getTime() + 10);
  const answers: string[] = [];
  for (const jumpMs of [-3_600_000, 3_600_000, -7 * 3_600_000, 9 * 3_600_000]) {
    site.time.jump(jumpMs);
    await site.time.advanceCoarsely(3_000);
    answers.push(await bet());
    await site.time.advanceCoarsely(2 * intervalMs - 3_000);
  }
  expect(answers).toEqual(['201', '201', '201', '201']);
  // Past the next draw of the lottery, back before it, and past it again.
  const [lottery] = await site.rows<{ draws_at: Date }>(
    `SELECT draws_at FROM lottery_draw WHERE state = 'open'`,
  );
  const untilDrawMs = (lottery?.draws_at.getTime() ?? 0) - site.time.nowMs();
  for (const jumpMs of [untilDrawMs - 5_000, -3_600_000, 3_600_000]) {
    site.time.jump(jumpMs);
    await site.time.advanceCoarsely(15_000);
  }
  const days = await site.rows<{ day: string; count: bigint }>(
    `SELECT (draws_at AT TIME ZONE 'UTC')::date::text AS day, count(*) FROM lottery_draw GROUP BY 1 ORDER BY 1`,
  );
  expect(days.length).toBeGreaterThanOrEqual(2);
  expect(days.filter(({ count }) => count !== 1n)).toEqual([]);
  expect(await site.findViolations()).toEqual([]);
});
