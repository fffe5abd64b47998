import { expect, it } from 'vitest';
import {
  betAt,
  defaultBehaviour,
  estimate,
  estimateRounds,
  limits,
  playersAtLimit,
  type Costs,
} from './model.ts';

const part = (siteUs: number, databaseUs: number) => ({ siteUs, databaseUs, logBytes: 0, storedBytes: 0 });
const bet = { logBytes: 1_000, storedBytes: 400, answerBytes: 500 };

const costs: Costs = {
  bets: [
    { ...bet, perSecond: 100, siteUs: 1_000, databaseUs: 800 },
    { ...bet, perSecond: 10_000, siteUs: 100, databaseUs: 80 },
  ],
  second: part(5_000, 2_000),
  loss: part(10, 20),
  automatic: part(30, 40),
  byHand: { siteUs: 200, databaseUs: 300, logBytes: 600, storedBytes: 100 },
  siteUsPerMessage: 5,
  bytesPerSocket: 8_192,
  messagesPerSecond: { watching: 1, betting: 3 },
};
const of = (players: number, behaviour = defaultBehaviour) => estimate({ ...behaviour, players }, costs);

it('has a bet cost less where more arrive at a time, on logarithmic axes', () => {
  expect(betAt(costs, 100).siteUs).toBeCloseTo(1_000, 6);
  expect(betAt(costs, 1_000).siteUs).toBeCloseTo(Math.sqrt(1_000 * 100), 6);
  expect(betAt(costs, 1_000).logBytes).toBeCloseTo(1_000, 6);
});

it.each([
  [1, 1_000],
  [10_000, 100],
  [1e6, 100],
])('takes the nearest measured rate for %d bets per second', (rate, siteUs) => {
  expect(betAt(costs, rate).siteUs).toBeCloseTo(siteUs, 6);
});

it('computes what 1,000 players need, by hand', () => {
  const result = of(1_000);
  expect(result.betsPerSecond).toBe(50);
  // 500 bets, half of them by hand, 30 % of those within a second.
  expect(result.cashOutsPerSecond).toBe(75);
  // 500 with a bet receive 3 messages, 500 watch, and 75 by hand and 125 automatic ones within 15 s change balances.
  expect(result.deliveriesPerSecond).toBeCloseTo(2_000 + 75 + 125 / 15, 6);
  // Of a full process: a bet costs 100 microseconds, and a cash-out a tenth of what was measured at 100 per second.
  const [countdown, flight] = [
    5_000 + 50 * 100 + 12.5 * 10 + 2_050 * 5,
    5_000 + 75 * 20 + (125 / 15) * 30 + (2_000 + 75 + 125 / 15) * 5,
  ];
  expect(countdown).toBeGreaterThan(flight);
  expect(result.siteCores).toBeCloseTo(countdown / 1e6, 9);
  expect(result.databaseCores).toBeCloseTo((2_000 + 50 * 800 + 12.5 * 20) / 1e6 / 0.7, 9);
  expect(result.processes).toBe(1);
  expect(result.busDeliveriesPerSecond).toBe(0);
  const perRound = 500 * 400 + 250 * 100;
  expect(result.storedBytesPerMonth).toBeCloseTo((perRound / 25) * 86_400 * 30 * 0.4, 0);
});

it('grows with the players, by whole processes', () => {
  const [small, large] = [of(100_000), of(1_000_000)];
  expect(large.databaseCores).toBeGreaterThan(small.databaseCores);
  expect(large.processes).toBeGreaterThan(small.processes);
  expect(Number.isInteger(large.processes)).toBe(true);
});

it('needs the fewest processes that are not too busy', () => {
  const { processes, siteCores } = of(100_000);
  expect(processes).toBeGreaterThan(1);
  expect(siteCores / processes).toBeLessThanOrEqual(0.7);
});

it('counts the busier of countdown and cash-outs', () => {
  const calm = of(10_000, { ...defaultBehaviour, busiestSecondShare: 0.01 });
  expect(calm.logBytesPerSecond).toBeCloseTo(500 * 1_000, 6);
  expect(of(10_000, { ...defaultBehaviour, busiestSecondShare: 1 }).logBytesPerSecond).toBeCloseTo(
    2_500 * 600,
    6,
  );
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

it('computes rounds that were played, by hand', () => {
  const outcomes = { bets: 1_000, byHand: 400, automatic: 300, lost: 300 };
  const rounds = {
    ...outcomes,
    players: 1_000,
    betting: 500,
    seconds: 60,
    betSeconds: 10,
    cashOutSeconds: 4,
  };
  const { siteUs, databaseUs, logBytes, answerBytes, messages } = estimateRounds(rounds, costs);
  expect(messages).toBe((500 * 3 + 500) * 60 + 1_700);
  expect(databaseUs).toBeCloseTo(60 * 2_000 + 1_000 * 800 + 300 * 20 + 300 * 40 + 400 * 300, 3);
  expect(siteUs).toBeCloseTo(60 * 5_000 + 1_000 * 1_000 + 300 * 10 + 300 * 30 + 400 * 200 + messages * 5, 3);
  expect(logBytes).toBeCloseTo(1_000 * 1_000 + 400 * 600, 3);
  expect(answerBytes).toBeCloseTo(1_400 * 500, 3);
});

it('has cash-outs by hand share statements as bets do', () => {
  const outcomes = { bets: 0, byHand: 10_000, automatic: 0, lost: 0 };
  const rounds = { ...outcomes, players: 0, betting: 0, seconds: 0, betSeconds: 1 };
  const within = (cashOutSeconds: number) => estimateRounds({ ...rounds, cashOutSeconds }, costs).databaseUs;
  expect(within(100)).toBeCloseTo(10_000 * 300, 3);
  expect(within(1)).toBeCloseTo(10_000 * 30, 3);
});

it('names the fullest resource first', () => {
  const { used } = of(500_000);
  expect(used.map(({ share }) => share)).toEqual(used.map(({ share }) => share).sort((a, b) => b - a));
  expect(used).toHaveLength(Object.keys(limits).length);
});
