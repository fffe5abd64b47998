import { expect, it } from 'vitest';
import { defaultBehaviour, estimate, estimateRound, limits, playersAtLimit, type Costs } from './model.ts';

const costs: Costs = {
  siteUsPerBet: 100,
  databaseUsPerBet: 70,
  logBytesPerBet: 1_000,
  storedBytesPerBet: 400,
  answerBytesPerBet: 500,
  siteUsPerDelivery: 5,
  bytesPerSocket: 8_192,
};
const of = (players: number, behaviour = defaultBehaviour) => estimate({ ...behaviour, players }, costs);

it('computes what 10,000 players need, by hand', () => {
  const result = of(10_000);
  expect(result.betsPerSecond).toBe(500);
  // 5,000 bets, half of them by hand, 30 % of those within a second.
  expect(result.cashOutsPerSecond).toBe(750);
  expect(result.deliveriesPerSecond).toBeCloseTo(5_000 * 2.92 + 5_000 * 1.11 + 750, 6);
  expect(result.siteCores).toBeCloseTo((750 * 100 + 20_900 * 5) / 1e6, 6);
  expect(result.processes).toBe(1);
  expect(result.busDeliveriesPerSecond).toBe(0);
  expect(result.databaseCores).toBeCloseTo((750 * 70) / 1e6 / 0.7, 6);
  expect(result.storedBytesPerMonth).toBeCloseTo(((5_000 * 0.4) / 25) * 86_400 * 30 * 400, 0);
});

it('grows with the players, by whole processes', () => {
  const [small, large] = [of(100_000), of(1_000_000)];
  expect(large.databaseCores / small.databaseCores).toBeCloseTo(10, 6);
  expect(large.processes).toBeGreaterThan(small.processes);
  expect(Number.isInteger(large.processes)).toBe(true);
});

it('counts the busier of countdown and cash-outs', () => {
  const calm = of(10_000, { ...defaultBehaviour, busiestSecondShare: 0.01 });
  expect(calm.logBytesPerSecond).toBe(500 * 1_000);
  expect(of(10_000).logBytesPerSecond).toBe(750 * 1_000);
});

it('needs more processes than there can be where each is busy with the changes of all', () => {
  expect(of(1e8).processes).toBe(Infinity);
});

it.each(['database', 'log', 'bus', 'connections'] as const)(
  'finds the players at which %s is full',
  (resource) => {
    const players = playersAtLimit(resource, defaultBehaviour, costs);
    const share = (at: number) => of(at).used.find((item) => item.resource === resource)?.share ?? 0;
    expect(share(players * 0.9)).toBeLessThanOrEqual(1);
    expect(share(players * 1.1)).toBeGreaterThan(1);
  },
);

it('computes a round by hand', () => {
  const { siteSeconds, databaseSeconds } = estimateRound({ players: 1_000, seconds: 20 }, costs);
  expect(databaseSeconds).toBeCloseTo(1_500 * 70e-6, 9);
  expect(siteSeconds).toBeCloseTo(1_500 * 100e-6 + (1_000 * 2.92 * 20 + 1_500) * 5e-6, 9);
});

it('names the fullest resource first', () => {
  const { used } = of(500_000);
  expect(used.map(({ share }) => share)).toEqual(used.map(({ share }) => share).sort((a, b) => b - a));
  expect(used).toHaveLength(Object.keys(limits).length);
});
