/** A45: rounds that wait for a public beacon, whatever it does. */
import { beaconRoundFrom, beaconTimeMs } from '@fairground/fairness/beacon-rounds';
import { localBeaconValue, localChain } from '@fairground/fairness/local-beacon';
import { startBeaconSite, type BeaconSite } from '@fairground/server/test/beacon-site';
import { corrupt, queryAsOwner } from '@fairground/server/test/query-as-owner';
import type { BeaconBehavior } from '@fairground/server/test/local-beacon';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AviatorBet, AviatorProof } from '../contract.ts';
import { crashHundredths } from '../draw.ts';
import { verifyAviatorProof } from '../verify.ts';

const env = {
  AVIATOR_COUNTDOWN_MS: '20000',
  DOUBLE_TROUBLE_INTERVAL_MS: '3600000',
  LOTTERY_DRAW_CRON: '0 0 1 1 *',
};

let sites: BeaconSite;

beforeEach(async () => {
  sites = await startBeaconSite(env);
});
afterEach(() => sites.close());

interface RoundRow {
  id: bigint;
  state: string;
  closes_at: Date;
  starts_at: Date;
  beacon_round: number | null;
}

const newest = async (): Promise<RoundRow> => {
  const [row] = await sites
    .site()
    .rows<RoundRow>(
      'SELECT id, state, closes_at, starts_at, beacon_round FROM aviator_round ORDER BY id DESC LIMIT 1',
    );
  return row ?? expect.fail('there is no round');
};
const bet = () =>
  sites.site().call('POST', '/aviator/create', sites.alice, { amount: 100, clientSeed: 'alpha' });
const proofOf = async (id: bigint) =>
  (await sites.site().call('GET', `/fairness/aviator/${id}`)).body as unknown as AviatorProof;
const stateOf = async ({ id }: { id: bigint }) => (await proofOf(id)).status;

/** A bet in the round that is open, and the round of the beacon that it waits for. */
const placeBet = async () => {
  let round = await newest();
  for (
    let seconds = 0;
    round.state !== 'betting' || round.closes_at.getTime() - sites.time.nowMs() < 2_000;
    seconds++
  ) {
    expect(seconds, `${round.state}, ${JSON.stringify(await sites.closed())}`).toBeLessThan(400);
    await sites.time.advance(1_000);
    round = await newest();
  }
  const beaconRound = round.beacon_round ?? expect.fail('no round is named');
  const placed = await bet();
  expect(placed.status, placed.text).toBe(201);
  return { ...round, beaconRound };
};

/** Flies to its crash, however far. */
const expectFlown = async ({ id, beaconRound }: { id: bigint; beaconRound: number }) => {
  while ((await stateOf({ id })) !== 'finished') {
    const { status, voidReason } = await proofOf(id);
    expect({ status, voidReason }, 'it flies').not.toMatchObject({ status: 'void' });
    await sites.time.advanceCoarsely(2_000);
  }
  const proof = await proofOf(id);
  expect(proof).toMatchObject({
    algorithm: 'crash/v2',
    entropy: 'beacon',
    beacon: localBeaconValue(beaconRound),
    beaconChain: localChain,
  });
  expect(verifyAviatorProof(proof).ok).toBe(true);
  return proof;
};
const expectVoid = async (id: bigint, balanceBefore: number) => {
  expect(await proofOf(id)).toMatchObject({ status: 'void', outcome: null, beacon: null });
  expect(await sites.balance()).toBe(balanceBefore);
  const { text } = await sites.site().call('GET', '/aviator/userHistory', sites.alice);
  expect((JSON.parse(text) as AviatorBet[]).map(({ outcome }) => outcome)).toEqual(['void']);
  expect(
    await sites.site().rows(`SELECT FROM transfer WHERE kind::text LIKE 'aviator_refund%'`),
  ).toHaveLength(1);
};

describe('a round', () => {
  it('names the first round at least a second after its close, 5 s before take-off, and depends on it', async () => {
    const round = await placeBet();
    const closesAtMs = round.closes_at.getTime();
    expect(round.starts_at.getTime() - closesAtMs).toBe(5_000);
    expect(round.beaconRound).toBe(beaconRoundFrom(localChain, closesAtMs + 1_000));
    await sites.time.advanceTo(closesAtMs);
    expect((await bet()).body.code).toBe('betting_closed');
    await sites.time.advanceTo(round.starts_at.getTime() - 1);
    expect(await proofOf(round.id)).toMatchObject({
      status: 'betting',
      entropy: 'beacon',
      beacon: null,
      betCount: 1,
    });
    await sites.time.advanceTo(round.starts_at.getTime() + 50);
    // Not even a crash at 1.00x is over by now. The value is public, and the crash follows from it and the seed:
    // nothing of either is shown in flight.
    expect(await proofOf(round.id)).toMatchObject({ status: 'flying', beacon: null, seed: null });
    const { seed, betsRoot, outcome, ...proof } = await expectFlown(round);
    const own = { seed: Buffer.from(seed ?? '', 'hex'), betsRoot: Buffer.from(betsRoot ?? '', 'hex') };
    const beacon = Buffer.from(localBeaconValue(round.beaconRound).randomness, 'hex');
    expect(outcome).toEqual({ crashMultiplier: crashHundredths({ ...own, ...proof, beacon }) / 100 });
  });

  it.each<[string, BeaconBehavior]>([
    ['3 s late', { lateMs: 3_000 }],
    ['29 s late', { lateMs: 29_000 }],
  ])('waits for a value that is %s', async (_name, behavior) => {
    sites.beacon.behave(behavior);
    const round = await placeBet();
    await sites.advanceToRound(round.beaconRound, (behavior.lateMs ?? 0) - 100);
    expect(await proofOf(round.id)).toMatchObject({ status: 'betting', seed: null });
    await sites.time.advance(6_000);
    expect(await stateOf(round)).not.toBe('betting');
    await expectFlown(round);
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
    const round = await placeBet();
    await sites.advanceToRound(round.beaconRound, 29_900);
    expect(await stateOf(round)).toBe('betting');
    await sites.time.advance(1_000);
    await expectVoid(round.id, before);
    expect(await proofOf(round.id)).toMatchObject({ voidReason: 'no_beacon' });
  });

  it('takes off after a restart between seal and value, however late', async () => {
    const round = await placeBet();
    // The seal stands in a checkpoint of the log.
    await sites.time.advanceTo(round.closes_at.getTime() + 800);
    expect(await proofOf(round.id)).toMatchObject({ entropy: 'beacon', betCount: 1, outcome: null });
    await sites.time.suspend(600_000);
    await sites.replace();
    await expectFlown(round);
  });

  it('is void where its seal did not stand in a checkpoint before the value', async () => {
    const before = await sites.balance();
    const round = await placeBet();
    await sites.time.advanceTo(round.closes_at.getTime());
    expect(await proofOf(round.id)).toMatchObject({ entropy: 'beacon', betCount: 1 });
    // Nothing ran between the seal and the value that could have published it.
    await corrupt(sites.site().database, 'DELETE FROM log_checkpoint');
    await sites.time.suspend(10_000);
    await sites.time.advance(2_000);
    // The value is known, and with it what would have come.
    expect(await proofOf(round.id)).toMatchObject({ status: 'void', outcome: expect.anything() as object });
    expect(await sites.balance()).toBe(before);
    expect(await sites.closed()).toEqual({ games: [] });
  });

  it('is void where it was not sealed before the value, and refunded, without closing the game', async () => {
    const before = await sites.balance();
    const round = await placeBet();
    await sites.time.suspend(beaconTimeMs(localChain, round.beaconRound) + 1_000 - sites.time.nowMs());
    await sites.time.advance(5_000);
    await expectVoid(round.id, before);
    expect(await proofOf(round.id)).toMatchObject({ voidReason: 'late_seal' });
    expect(await sites.closed()).toEqual({ games: [] });
    await placeBet();
  });

  it('without a bet is opened again under another id for another value, and nothing is void', async () => {
    const round = await newest();
    const { commitment, round: link } = await proofOf(round.id);
    const entriesOf = (...ids: bigint[]) =>
      sites
        .site()
        .rows<{ source: string; kind: string }>(
          `SELECT source, kind FROM log_entry WHERE game = 'aviator' AND source = ANY ($1) ORDER BY index`,
          ids.map(String),
        );
    while ((await entriesOf(round.id)).length === 0) await sites.time.advance(100);
    await sites.time.suspend(120_000);
    await sites.time.advance(1_000);
    const next = await newest();
    expect(next.id).toBeGreaterThan(round.id);
    expect(next.beacon_round).toBe(beaconRoundFrom(localChain, next.closes_at.getTime() + 1_000));
    expect(next.closes_at.getTime()).toBeGreaterThan(sites.time.nowMs());
    expect(await sites.site().rows('SELECT FROM aviator_round')).toHaveLength(1);
    expect((await sites.site().call('GET', `/fairness/aviator/${round.id}`)).status).toBe(404);
    const flown = await placeBet();
    expect(flown.id).toBe(next.id);
    expect(await expectFlown(flown)).toMatchObject({ commitment, round: link });
    await sites.time.advanceCoarsely(15_000);
    const entries = await entriesOf(round.id, next.id);
    expect(entries.map(({ source, kind }) => `${kind} ${source}`)).toEqual([
      `opening ${round.id}`,
      ...['opening', 'seal', 'result', 'settlement'].map((kind) => `${kind} ${next.id}`),
    ]);
  });
});

it('opens again by itself once a current value is verified, and the next round flies', async () => {
  sites.beacon.behave({ isAway: true });
  const round = await placeBet();
  await sites.advanceToRound(round.beaconRound, 32_000);
  expect(await sites.closed()).toMatchObject({ withoutBeacon: ['aviator'] });
  expect(await bet()).toMatchObject({ status: 409, body: { code: 'game_closed' } });
  await sites.time.advanceCoarsely(300_000);
  expect(await sites.site().rows('SELECT FROM aviator_round')).toHaveLength(2);
  sites.beacon.behave();
  await sites.time.advanceCoarsely(30_000);
  expect(await sites.closed()).toEqual({ games: [] });
  await expectFlown(await placeBet());
  // The one that was open in the meantime had no bets.
  expect(await sites.site().rows(`SELECT id, void_reason FROM aviator_round WHERE state = 'void'`)).toEqual([
    { id: round.id, void_reason: 'no_beacon' },
  ]);
});

it('ends as it was opened where the setting changed between two starts', async () => {
  const withBeacon = await placeBet();
  await sites.replace({ ...env, BEACON_URL: '' });
  await sites.advanceToRound(withBeacon.beaconRound, 45_000);
  expect(await stateOf(withBeacon)).toBe('void');
  expect((await newest()).beacon_round).toBeNull();
});

it('keeps its round of the beacon, and one with bets its id, even against the operator', async () => {
  const change = (text: string) =>
    queryAsOwner(sites.site().database, `UPDATE aviator_round SET ${text} WHERE state = 'betting'`);
  await expect(change('beacon_round = beacon_round + 1')).rejects.toThrow(/is final/);
  const { closes_at: closesAt } = await placeBet();
  await expect(change('beacon_round = beacon_round + 1')).rejects.toThrow(/is final/);
  await expect(change('id = DEFAULT, beacon_round = beacon_round + 1')).rejects.toThrow(/has bets/);
  await sites.time.advanceTo(closesAt.getTime() + 50);
  await expect(change('id = DEFAULT')).rejects.toThrow(/is final/);
});
