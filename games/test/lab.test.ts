/**
 * Each game of the strategy lab plays by its own rules: what it returns is what the rules
 * return, for every rule of play.
 */
import type { GamesConfig } from '@fairground/contract/config';
import {
  createRandom,
  createSimulation,
  labRules,
  planOf,
  type LabChoice,
} from '@fairground/game-kit/web/lab';
import { describe, expect, it, test } from 'vitest';
import { loadGamesConfig } from '../../apps/server/src/site/games-config.ts';
import { readSettings } from '../../apps/server/src/platform/settings.ts';
import { labParts } from '../../apps/web/src/game-parts/lab.ts';
import { configOf, gamesByPlace } from '../../apps/web/src/game-parts/list.ts';
import { crashHundredthsAt } from '../aviator/draw.ts';
import { aviatorRules } from '../aviator/rules.ts';
import striker from '../high-striker/game.ts';
import { gameSweeps } from './sweeps.ts';

const config = (await loadGamesConfig(readSettings({}))) as GamesConfig;

const partOf = (id: string) => {
  const game = gamesByPlace('lab').find((each) => each.id === id);
  const part = game && labParts.get(game.folder);
  if (!game || !part) throw new Error(`${id} is not in the lab`);
  return { part, own: configOf(config, game) };
};

const gameOf = (id: string, choice: LabChoice) => {
  const { part, own } = partOf(id);
  return part.game(own, choice);
};

const returnOf = (id: string, choice: LabChoice, stake: number): number => {
  const { chances, payout } = gameOf(id, choice);
  return chances.reduce((sum, chance, outcome) => sum + chance * payout(stake, outcome), 0) / stake;
};

const sweeps = gameSweeps.flatMap(({ id, lab }) => (lab === null ? [] : [{ id, ...lab }]));
const choices = sweeps.flatMap(({ id, paysWholeCoins, choices: own }) =>
  own.map(([choice, returned]) => ({ id, choice, returned, paysWholeCoins })),
);
/** At most four of a game, from its first choice to its last ones: every rule of play is tried with each. */
const simulated = sweeps.flatMap(({ id, paysWholeCoins, choices: own }) =>
  own
    .filter((_, at) => at % Math.ceil(own.length / 4) === 0)
    .map(([choice]) => ({ id, choice, paysWholeCoins })),
);

test('every game of the lab says in its sweep what it returns', () => {
  expect(sweeps.map(({ id }) => id).sort()).toEqual(
    gamesByPlace('lab')
      .map(({ id }) => id)
      .sort(),
  );
});

describe.each(simulated)('$id with $choice', ({ id, choice, paysWholeCoins }) => {
  it.each(labRules)('observes the exact return with the rule %s', (rule) => {
    const { part, own } = partOf(id);
    const stakes = part.stakes(own);
    const chosen = planOf(
      {
        rule,
        firstStake: stakes.initial,
        maxStake: 32 * stakes.initial,
        rounds: 100,
        stopLoss: null,
        stopProfit: null,
      },
      stakes,
    );
    const run = { game: part.game(own, choice), ...chosen, balance: 100 * stakes.initial, sessions: 1_000 };
    const simulation = createSimulation(run, createRandom(20_261_123));
    simulation.play(run.sessions);
    const { paid, expectedPaid, paidDeviation, staked, rounds } = simulation.result();
    expect(rounds).toBeGreaterThan(1_000);
    expect(paidDeviation).toBeGreaterThan(0);
    expect(Math.abs(paid - expectedPaid)).toBeLessThan(5 * paidDeviation);
    // The rule of play changes what is staked, never what comes back of each coin; payouts are rounded down.
    expect(expectedPaid / staked).toBeCloseTo(
      returnOf(id, choice, 1_000 * stakes.initial),
      paysWholeCoins ? 9 : 1,
    );
  });

  it('has chances that add up to one', () => {
    const { chances } = gameOf(id, choice);
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 12);
  });
});

it.each(choices)('$id with $choice returns what its rules state', ({ id, choice, returned }) => {
  expect(returnOf(id, choice, 1_000_000)).toBeCloseTo(returned, 9);
});

it.each([
  ['aviator', 'at', (bits: bigint) => crashHundredthsAt(bits, aviatorRules.rtpBp)],
  ['highStriker', 'target', (r: bigint) => striker.draw(r).height],
] as const)('%s wins for exactly the numbers of the real draw that win', (id, name, drawnAt) => {
  for (const hundredths of [101, 150, 200, 237, 1_000, 99_999]) {
    const { playOnce } = gameOf(id, { [name]: (hundredths / 100).toFixed(2) });
    const outcomeOf = (bits: bigint) => playOnce({ bits52: () => Number(bits), below: () => 0 });
    let [lost, won] = [0n, 2n ** 52n - 1n];
    // The lowest number that wins in the real draw.
    while (won - lost > 1n) {
      const middle = (won + lost) / 2n;
      if (drawnAt(middle) >= hundredths) won = middle;
      else lost = middle;
    }
    expect([outcomeOf(lost), outcomeOf(won)], String(hundredths)).toEqual([0, 1]);
  }
});

it('states how many rounds fit in an hour of this site', () => {
  const paceOf = (id: string) => {
    const { part, own } = partOf(id);
    return part.roundsPerHour(own);
  };
  expect(paceOf('doubleTrouble')).toBe(120);
  expect(paceOf('lottery')).toBeCloseTo(1 / 24, 6);
  expect(paceOf('aviator')).toBeGreaterThan(100);
  expect(paceOf('aviator')).toBeLessThan(360);
});
