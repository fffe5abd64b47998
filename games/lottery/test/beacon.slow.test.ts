/** A45: lottery draws that wait for a public beacon. */
import { localBeaconValue, localChain } from '@fairground/fairness/local-beacon';
import { beaconTimeMs } from '@fairground/fairness/beacon-rounds';
import { startBeaconSite, type BeaconSite } from '@fairground/server/test/beacon-site';
import { queryAsOwner } from '@fairground/server/test/query-as-owner';
import type { BeaconBehavior } from '@fairground/server/test/local-beacon';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LotteryProof, LotteryStatus } from '../contract.ts';
import { verifyLotteryProof } from '../verify.ts';

const env = {
  DOUBLE_TROUBLE_INTERVAL_MS: '86400000',
  AVIATOR_COUNTDOWN_MS: '600000',
  LOTTERY_DRAW_CRON: '* * * * *',
};
const numbers = [3, 11, 17, 24, 38, 45];

let sites: BeaconSite;

beforeEach(async () => {
  sites = await startBeaconSite(env);
  // The first draw is held, so that missed ones count.
  await sites.time.advanceCoarsely(62_000);
});
afterEach(() => sites.close());

const next = async () => ((await sites.site().call('GET', '/lottery')).body as unknown as LotteryStatus).next;
const proofOf = async (drawId: string) =>
  (await sites.site().call('GET', `/fairness/lottery/${drawId}`)).body as unknown as LotteryProof;
/** The key of the draw that was opened after one of the same day. */
const keyAfter = (drawId: string): string => `${drawId.slice(0, 10)}-${Number(drawId.slice(11) || '1') + 1}`;
const buy = () => sites.site().call('POST', '/lottery/create', sites.alice, { numbers, bid: 10 });

/** A ticket of the draw that is open, and the round that it waits for. */
const buyTicket = async () => {
  const { beaconRound, ...draw } = await next();
  expect((await buy()).status).toBe(201);
  return { ...draw, round: beaconRound ?? expect.fail('no round is named') };
};
const expectHeld = async ({ drawId, round }: { drawId: string; round: number }) => {
  const proof = await proofOf(drawId);
  const { randomness, signature } = localBeaconValue(round);
  expect(proof).toMatchObject({
    status: 'finished',
    algorithm: 'lotto/v2',
    entropy: 'beacon',
    beaconSource: 'beacon',
    beacon: randomness,
    beaconRound: round,
    beaconSignature: signature,
    beaconChain: localChain,
  });
  expect(verifyLotteryProof(proof).ok).toBe(true);
};
const expectVoid = async (drawId: string, balanceBefore: number) => {
  const proof = await proofOf(drawId);
  expect(proof).toMatchObject({ voidedAt: expect.any(String) as string, outcome: null, beacon: null });
  expect(proof.seed).toMatch(/^[0-9a-f]{64}$/);
  expect(await sites.balance()).toBe(balanceBefore);
  expect(
    await sites.site().rows(`SELECT FROM transfer WHERE kind::text LIKE 'lottery_refund%'`),
  ).toHaveLength(1);
};

describe('a draw', () => {
  it('names a round after the close of sales and before the draw, and depends on its value', async () => {
    const draw = await buyTicket();
    const drawsAtMs = Date.parse(draw.drawsAt);
    const dueMs = beaconTimeMs(localChain, draw.round);
    expect(dueMs).toBeGreaterThanOrEqual(Date.parse(draw.closesAt) + 1_000);
    expect(drawsAtMs - dueMs).toBeGreaterThan(1_000 - 1);
    expect(drawsAtMs - dueMs).toBeLessThanOrEqual(4_000);
    await sites.time.advanceTo(drawsAtMs - 1);
    expect(await proofOf(draw.drawId)).toMatchObject({
      status: 'closed',
      entropy: 'beacon',
      beacon: null,
      beaconRound: draw.round,
      beaconSignature: null,
    });
    await sites.time.advance(1_500);
    await expectHeld(draw);
  });

  it('waits for a value that is 29 s late', async () => {
    sites.beacon.behave({ lateMs: 29_000 });
    const draw = await buyTicket();
    await sites.advanceToRound(draw.round, 28_900);
    expect(await proofOf(draw.drawId)).toMatchObject({ status: 'closed', outcome: null });
    await sites.time.advance(2_000);
    await expectHeld(draw);
  });

  it.each<[string, BeaconBehavior]>([
    ['31 s late', { lateMs: 31_000 }],
    ['wrongly signed', { answers: 'wrong signature' }],
  ])('is void after 30 s with every ticket refunded once where the value is %s', async (_name, behavior) => {
    sites.beacon.behave(behavior);
    const before = await sites.balance();
    const draw = await buyTicket();
    await sites.advanceToRound(draw.round, 29_900);
    expect(await proofOf(draw.drawId)).not.toHaveProperty('voidedAt');
    await sites.time.advance(700);
    await expectVoid(draw.drawId, before);
    expect(await proofOf(draw.drawId)).toMatchObject({ voidReason: 'no_beacon' });
  });

  it('is held after a restart between seal and value, however late', async () => {
    const draw = await buyTicket();
    await sites.time.advanceTo(Date.parse(draw.closesAt) + 500);
    await sites.time.suspend(3_600_000);
    await sites.replace();
    await sites.time.advance(5_000);
    await expectHeld(draw);
  });

  it('is void where it was not sealed before the value, and its slot is held with a later round', async () => {
    const before = await sites.balance();
    const draw = await buyTicket();
    await sites.time.suspend(Date.parse(draw.drawsAt) + 30_000 - sites.time.nowMs());
    await sites.time.advance(10_000);
    await expectVoid(draw.drawId, before);
    expect(await proofOf(draw.drawId)).toMatchObject({ voidReason: 'late_seal' });
    expect(await sites.closed()).toEqual({ games: [] });
    const again = await proofOf(keyAfter(draw.drawId));
    expect(again).toMatchObject({ drawsAt: draw.drawsAt, status: 'finished', ticketCount: 0 });
    expect(again.beaconRound).toBeGreaterThan(draw.round + 9);
  });
});

const voids = () =>
  sites.site().rows(`SELECT draw_key, void_reason FROM lottery_draw WHERE voided_at IS NOT NULL`);

it('moves to the next slot with its seed where nobody had bought a ticket, and nothing is void', async () => {
  const { drawId, drawsAt, commitment, beaconRound } = await next();
  await sites.time.suspend(Date.parse(drawsAt) + 130_000 - sites.time.nowMs());
  await sites.time.advance(1_000);
  const moved = await next();
  expect(moved).toMatchObject({ commitment });
  expect(moved.drawId.slice(0, 10)).toBe(new Date(moved.drawsAt).toISOString().slice(0, 10));
  expect(moved.drawId).not.toBe(drawId);
  expect(Date.parse(moved.drawsAt)).toBe(Date.parse(drawsAt) + 180_000);
  expect(Date.parse(moved.closesAt)).toBeGreaterThan(sites.time.nowMs());
  expect(beaconTimeMs(localChain, moved.beaconRound ?? 0)).toBeGreaterThanOrEqual(
    Date.parse(moved.closesAt) + 1_000,
  );
  expect(await voids()).toEqual([]);
  expect((await sites.site().call('GET', `/fairness/lottery/${drawId}`)).status).toBe(404);
  const draw = await buyTicket();
  expect(draw.drawId).toBe(moved.drawId);
  await sites.time.advanceTo(Date.parse(draw.drawsAt) + 2_000);
  await expectHeld(draw);
  expect(
    await sites.site().rows(
      `SELECT source, kind, (body::jsonb ->> 'beaconRound')::integer AS round,
          body::jsonb ->> 'commitment' AS commitment
          FROM log_entry WHERE game = 'lottery' AND source = ANY ($1) ORDER BY index`,
      [drawId, moved.drawId],
    ),
  ).toMatchObject([
    { source: drawId, kind: 'opening', round: beaconRound, commitment },
    { source: moved.drawId, kind: 'opening', round: moved.beaconRound, commitment },
    { source: moved.drawId, kind: 'seal', round: moved.beaconRound },
    { source: moved.drawId, kind: 'result' },
    { source: moved.drawId, kind: 'settlement' },
  ]);
});

it('is held late at its own slot where tickets were bought ahead for it, and nothing is void', async () => {
  const { drawsAt } = await next();
  const order = { numbers, bid: 10, draws: 2 };
  const bought = await sites.site().call('POST', '/lottery/advance', sites.alice, order);
  expect(bought.status, bought.text).toBe(201);
  await sites.time.suspend(Date.parse(drawsAt) + 130_000 - sites.time.nowMs());
  await sites.time.advance(20_000);
  expect(await voids()).toEqual([]);
  expect(
    await sites.site().rows(`SELECT a.state, d.draws_at, d.winning IS NOT NULL AS is_held
      FROM lottery_advance a JOIN lottery_ticket t ON t.advance_id = a.id JOIN lottery_draw d ON d.id = t.draw_id
      ORDER BY a.id`),
  ).toEqual(
    [0, 60_000].map((afterMs) => ({
      state: 'placed',
      draws_at: new Date(Date.parse(drawsAt) + afterMs),
      is_held: true,
    })),
  );
});

it('keeps its round of the beacon, and a draw with tickets its id, even against the operator', async () => {
  const change = (text: string) =>
    queryAsOwner(sites.site().database, `UPDATE lottery_draw SET ${text} WHERE state = 'open'`);
  await expect(change('beacon_round = beacon_round + 1')).rejects.toThrow(/never changed/);
  await expect(change('id = DEFAULT, beacon_round = beacon_round + 1')).rejects.toThrow(/never changed/);
  await buyTicket();
  await expect(change(`id = DEFAULT, draw_key = 'another'`)).rejects.toThrow(/has bets/);
});

it('is closed while the beacon is away, draws nothing, and opens with the next value for advance tickets', async () => {
  sites.beacon.behave({ isAway: true });
  const draw = await buyTicket();
  expect(
    (await sites.site().call('POST', '/lottery/advance', sites.alice, { numbers, bid: 10, draws: 2 })).status,
  ).toBe(201);
  await sites.advanceToRound(draw.round, 32_000);
  expect(await sites.closed()).toEqual({ games: ['lottery'], withoutBeacon: ['lottery'] });
  expect(await buy()).toMatchObject({ status: 409, body: { code: 'game_closed' } });
  await sites.replace();
  const draws = () => sites.site().rows(`SELECT FROM lottery_draw`);
  const before = await draws();
  await sites.time.advanceCoarsely(120_000);
  expect(await draws()).toHaveLength(before.length);
  sites.beacon.behave();
  await sites.time.advanceCoarsely(30_000);
  expect(await sites.closed()).toEqual({ games: [] });
  expect(await voids()).toEqual([{ draw_key: draw.drawId, void_reason: 'no_beacon' }]);
  // The one for the draw that was void went back with it, the other was drawn late.
  expect(
    await sites.site()
      .rows(`SELECT a.state, d.voided_at IS NOT NULL AS is_void, d.winning IS NOT NULL AS is_held
      FROM lottery_advance a JOIN lottery_ticket t ON t.advance_id = a.id JOIN lottery_draw d ON d.id = t.draw_id
      ORDER BY a.id`),
  ).toEqual([
    { state: 'placed', is_void: true, is_held: false },
    { state: 'placed', is_void: false, is_held: true },
  ]);
  const after = await buyTicket();
  await sites.time.advanceTo(Date.parse(after.drawsAt) + 2_000);
  await expectHeld(after);
});
