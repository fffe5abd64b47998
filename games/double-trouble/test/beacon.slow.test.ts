/** A45: draws that wait for a public beacon, whatever it does. */
import { localBeaconValue, localChain } from '@fairground/fairness/local-beacon';
import { beaconRoundFrom } from '@fairground/fairness/beacon-rounds';
import { startBeaconSite, type BeaconSite } from '@fairground/server/test/beacon-site';
import type { BeaconBehavior } from '@fairground/server/test/local-beacon';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DoubleTroubleProof, DoubleTroubleStatus } from '../contract.ts';
import { draw30Number } from '../draw.ts';
import { verifyDoubleTroubleProof } from '../verify.ts';

const env = {
  DOUBLE_TROUBLE_INTERVAL_MS: '30000',
  AVIATOR_COUNTDOWN_MS: '600000',
  LOTTERY_DRAW_CRON: '0 0 1 1 *',
};

let sites: BeaconSite;

beforeEach(async () => {
  sites = await startBeaconSite(env);
});
afterEach(() => sites.close());

const status = async () =>
  (await sites.site().call('GET', '/doubleTrouble/status', sites.alice))
    .body as unknown as DoubleTroubleStatus;
const bet = () =>
  sites.site().call('POST', '/doubleTrouble/create', sites.alice, { drawType: 'Under', amount: 10 });
const proofOf = async (drawId: string) =>
  (await sites.site().call('GET', `/fairness/doubleTrouble/${drawId}`)).body as unknown as DoubleTroubleProof;

/** A bet on the draw that is open, and the round that it waits for. */
const placeBet = async () => {
  const { next } = await status();
  const round = next.beaconRound ?? expect.fail('no round is named');
  expect((await bet()).status).toBe(201);
  return { ...next, round };
};

const expectDrawn = async ({ drawId, round }: { drawId: string; round: number }) => {
  const proof = await proofOf(drawId);
  expect(proof).toMatchObject({
    status: 'drawn',
    algorithm: 'draw30/v2',
    entropy: 'beacon',
    beacon: localBeaconValue(round),
    beaconChain: localChain,
  });
  expect(verifyDoubleTroubleProof(proof).ok).toBe(true);
  return proof;
};
const expectVoid = async (drawId: string, balanceBefore: number) => {
  expect(await proofOf(drawId)).toMatchObject({ status: 'void', seed: null, outcome: null, beacon: null });
  expect(await sites.balance()).toBe(balanceBefore);
  expect(
    await sites.site().rows(`SELECT FROM transfer WHERE kind::text LIKE 'double_trouble_refund%'`),
  ).toHaveLength(1);
};

describe('a draw', () => {
  it('names the first round at least a second after its close, 5 s before the draw, and depends on it', async () => {
    const draw = await placeBet();
    const closesAtMs = Date.parse(draw.closesAt);
    expect(Date.parse(draw.drawsAt) - closesAtMs).toBe(5_000);
    expect(draw.round).toBe(beaconRoundFrom(localChain, closesAtMs + 1_000));
    await sites.time.advanceTo(Date.parse(draw.drawsAt) - 1);
    expect(await proofOf(draw.drawId)).toMatchObject({ status: 'open', entropy: 'beacon', beacon: null });
    await sites.time.advanceTo(Date.parse(draw.drawsAt) + 500);
    const { seed, betsRoot, outcome, ...proof } = await expectDrawn(draw);
    const own = { seed: Buffer.from(seed ?? '', 'hex'), betsRoot: Buffer.from(betsRoot ?? '', 'hex') };
    const beacon = Buffer.from(localBeaconValue(draw.round).randomness, 'hex');
    expect(outcome).toEqual({ winningNumbers: [draw30Number({ ...own, ...proof, beacon })] });
  });

  it.each<[string, BeaconBehavior]>([
    ['3 s late', { lateMs: 3_000 }],
    ['29 s late', { lateMs: 29_000 }],
  ])('waits for a value that is %s', async (_name, behavior) => {
    sites.beacon.behave(behavior);
    const draw = await placeBet();
    await sites.advanceToRound(draw.round, (behavior.lateMs ?? 0) - 100);
    expect(await proofOf(draw.drawId)).toMatchObject({ status: 'open', seed: null });
    await sites.time.advance(6_000);
    await expectDrawn(draw);
  });

  it.each<[string, BeaconBehavior]>([
    ['31 s late', { lateMs: 31_000 }],
    ['away', { isAway: true }],
    ['repeated', { answers: 'repeated' }],
    ['of another round', { answers: 'other round' }],
    ['wrongly signed', { answers: 'wrong signature' }],
  ])('is void after 30 s and refunded once where the value is %s', async (_name, behavior) => {
    sites.beacon.behave(behavior);
    const before = await sites.balance();
    const draw = await placeBet();
    await sites.advanceToRound(draw.round, 29_900);
    expect(await proofOf(draw.drawId)).toMatchObject({ status: 'open' });
    await sites.time.advance(1_000);
    await expectVoid(draw.drawId, before);
    expect(await proofOf(draw.drawId)).toMatchObject({ voidReason: 'no_beacon' });
  });

  it('is drawn after a restart between seal and value, however late', async () => {
    const draw = await placeBet();
    // The seal stands in a checkpoint of the log.
    await sites.time.advanceTo(Date.parse(draw.closesAt) + 800);
    expect(await proofOf(draw.drawId)).toMatchObject({ entropy: 'beacon', betCount: 1, outcome: null });
    await sites.time.suspend(3_600_000);
    await sites.replace();
    await expectDrawn(draw);
  });

  it('is void after 30 s from a take-over, not from the time of the value', async () => {
    sites.beacon.behave({ isAway: true });
    const before = await sites.balance();
    const draw = await placeBet();
    await sites.advanceToRound(draw.round, 20_000);
    await sites.replace();
    await sites.advanceToRound(draw.round, 49_000);
    expect(await proofOf(draw.drawId)).toMatchObject({ status: 'open' });
    await sites.time.advance(15_000);
    await expectVoid(draw.drawId, before);
  });

  it('is void where it was not sealed before the value, and refunded, without closing the game', async () => {
    const before = await sites.balance();
    const draw = await placeBet();
    await sites.time.suspend(Date.parse(draw.drawsAt) + 60_000 - sites.time.nowMs());
    await sites.time.advance(10_000);
    await expectVoid(draw.drawId, before);
    expect(await proofOf(draw.drawId)).toMatchObject({ voidReason: 'late_seal' });
    expect(await sites.closed()).toEqual({ games: [] });
    await placeBet();
  });
});

describe('a game whose value was missing', () => {
  it('is closed, says why, and opens by itself once a current value is verified', async () => {
    sites.beacon.behave({ isAway: true });
    const draw = await placeBet();
    await sites.advanceToRound(draw.round, 32_000);
    expect(await sites.closed()).toEqual({ games: ['doubleTrouble'], withoutBeacon: ['doubleTrouble'] });
    expect(await bet()).toMatchObject({ status: 409, body: { code: 'game_closed' } });
    // Neither wrong values nor another process open it.
    sites.beacon.behave({ answers: 'wrong signature' });
    await sites.replace();
    await sites.time.advanceCoarsely(300_000);
    expect(await sites.closed()).toMatchObject({ withoutBeacon: ['doubleTrouble'] });
    expect(await sites.site().rows(`SELECT FROM double_trouble_draw`)).toHaveLength(2);
    sites.beacon.behave();
    await sites.time.advance(3_000);
    expect(await sites.closed()).toEqual({ games: [] });
    const next = await placeBet();
    expect(Date.parse(next.drawsAt)).toBeGreaterThan(sites.time.nowMs());
    await sites.time.advanceTo(Date.parse(next.drawsAt) + 500);
    await expectDrawn(next);
    // The void draw's seed is the commitment of the next one.
    expect((await proofOf(next.drawId)).round).toBe((await proofOf(draw.drawId)).round + 1);
  });
});

describe('a setting that changed between two starts', () => {
  it('takes effect with the next opening: a draw ends as it was opened', async () => {
    const withBeacon = await placeBet();
    await sites.time.advanceTo(Date.parse(withBeacon.closesAt) - 10_000);
    await sites.replace({ ...env, BEACON_URL: '' });
    // The round that it named cannot be had, and nothing else will do.
    await sites.advanceToRound(withBeacon.round, 45_000);
    expect(await proofOf(withBeacon.drawId)).toMatchObject({ status: 'void' });
    expect(await sites.closed()).toEqual({ games: [] });
    const { next } = await status();
    expect(next.beaconRound).toBeNull();
    expect((await bet()).status).toBe(201);
    await sites.replace();
    expect((await status()).next).toMatchObject({ drawId: next.drawId, beaconRound: null });
    await sites.time.advanceTo(Date.parse(next.drawsAt) + 500);
    expect(await proofOf(next.drawId)).toMatchObject({ status: 'drawn', entropy: 'install', beacon: null });
    expect((await status()).next.beaconRound).not.toBeNull();
  });
});

it('keeps its round of the beacon once there is a bet, even against the operator', async () => {
  await placeBet();
  await expect(
    sites.site().rows(`UPDATE double_trouble_draw SET beacon_round = beacon_round + 1 WHERE state = 'open'`),
  ).rejects.toThrow('keeps its round of the beacon');
});
