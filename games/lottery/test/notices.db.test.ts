/**
 * Notices of draws: one per player and draw with all of their tickets in it, made after the
 * draw, and none for earlier ones.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '@fairground/server/test/player-client';
import { settleTicket } from '../rules.ts';
import { decodePick } from '../server/pick.ts';
import { addTickets } from './many-tickets.ts';
import { startLotterySite, type LotterySite } from './site.ts';

let lottery: LotterySite;
let winner: { token: string; user: { id: string } };
let quiet: { token: string; user: { id: string } };

beforeAll(async () => {
  lottery = await startLotterySite({ LOTTERY_DRAW_CRON: '0 0 1 1 *' });
  winner = await lottery.register('result_reader');
  quiet = await lottery.register('only_when_won');
  await lottery.status();
});
afterAll(() => lottery?.close());

const rows = <Row extends object>(text: string, values: unknown[] = []) => lottery.rows<Row>(text, ...values);

interface Made {
  player_id: bigint;
  kind: string;
  source: string;
  data: { drawId: string; tickets: number; staked: number; paid: number };
}
const made = () => rows<Made>(`SELECT player_id, kind, source, data FROM notice WHERE kind LIKE 'lottery%'`);

/** Draws what is open now, and waits for its notices. */
const draw = async (shift: string): Promise<{ id: bigint; key: string; winning: bigint }> => {
  const [open] = await rows<{ id: bigint; key: string }>(
    `UPDATE lottery_draw SET opened_at = opened_at - $1::interval, closes_at = closes_at - $1::interval,
      draws_at = draws_at - $1::interval WHERE state = 'open' RETURNING id, draw_key AS key`,
    [shift],
  );
  if (!open) throw new Error('no draw is open');
  const finished = () =>
    rows<{ winning: bigint; last: bigint }>(
      `SELECT winning, last_ticket AS last FROM lottery_draw WHERE id = $1 AND state = 'finished'`,
      [open.id],
    );
  await until('the draw is over', async () => (await finished()).length > 0);
  const [{ winning, last } = { winning: 0n, last: 0n }] = await finished();
  await until('its notices are made', async () => {
    const [mark] = await rows<{ place: bigint }>(`SELECT place FROM notice_mark WHERE game = 'lottery'`);
    return (mark?.place ?? 0n) >= last;
  });
  return { ...open, winning };
};

it('has one for each player of a draw, with the sums of all their tickets', async () => {
  await until('the producer has begun', async () => (await rows('SELECT FROM notice_mark')).length > 0);
  const body = { kind: 'lotteryWon', channel: 'inbox', on: true, language: 'en' };
  expect((await lottery.post('/user/notice-settings', body, quiet.token)).status).toBe(200);
  for (const { token } of [winner, quiet, winner]) {
    expect((await lottery.buy(token, { numbers: [1, 2, 3, 4, 5, 6], bid: 100 })).status).toBe(201);
  }
  const [open] = await rows<{ id: bigint }>(`SELECT id FROM lottery_draw WHERE state = 'open'`);
  await addTickets(lottery.database, { players: 1_500, tickets: 5_000, drawId: open?.id ?? 0n });
  const { id, key, winning } = await draw('2 years');

  const tickets = await rows<{ player_id: bigint; pick: bigint; bid: number }>(
    `SELECT player_id, pick, bid FROM lottery_ticket WHERE draw_id = $1`,
    [id],
  );
  const expected = new Map<bigint, Made['data']>();
  for (const { player_id: player, pick, bid } of tickets) {
    const sums = expected.get(player) ?? { drawId: key, tickets: 0, staked: 0, paid: 0 };
    const { payoutCoins } = settleTicket({ numbers: decodePick(pick), bidCoins: bid }, decodePick(winning));
    expected.set(player, {
      drawId: key,
      tickets: sums.tickets + 1,
      staked: sums.staked + bid,
      paid: sums.paid + payoutCoins,
    });
  }
  const notices = await made();
  for (const notice of notices) expect(notice.data).toEqual(expected.get(notice.player_id));
  const hasWon = (player: bigint): boolean => {
    const sums = expected.get(player);
    return sums !== undefined && sums.paid > sums.staked;
  };
  const quietId = BigInt(quiet.user.id);
  const notified = new Set(notices.map(({ player_id: player }) => player));
  expect(notices).toHaveLength(notified.size);
  for (const player of expected.keys()) {
    expect(notified.has(player), `player ${player}`).toBe(player !== quietId || hasWon(player));
  }
  expect(
    notices.filter(({ kind }) => kind === 'lotteryWon').every(({ player_id: of }) => of === quietId),
  ).toBe(true);

  const { body: shown } = await lottery.get<{
    notices: { kind: string; path: string; texts: { en: { title: string; summary: string } } }[];
  }>('/user/notices', winner.token);
  // A badge for a first ticket may be among them.
  const [result, ...others] = shown.notices.filter(({ kind }) => kind === 'lotteryResult');
  expect(others).toEqual([]);
  expect(result).toMatchObject({
    path: `/rounds/lottery/${key}`,
    texts: { en: { title: `Lottery, draw of ${key}` } },
  });
  expect(result?.texts.en.summary).toMatch(/^Tickets: 2\. Staked: 200 coins\. Paid: [\d,]+ coins\.$/);
  expect(await lottery.findViolations()).toEqual([]);
});

it('makes none again for draws of before, and none for a draw without tickets', async () => {
  const before = await made();
  await draw('100 days');
  expect(await made()).toHaveLength(before.length);
});
