/**
 * `npm run capacity -- --players 1e6 [--betting 0.5] [--countdown 10] [--round 25]`: what this many concurrent players
 * need, from the results of the benchmarks in bench/results, and what reaches its limit first. docs/operations/sizing.md
 * explains it.
 */
import { parseArgs } from 'node:util';
import { count, table } from '../bench/lib/figures.ts';
import { renderTable } from '../bench/lib/results.ts';
import { readCosts, readResult } from './capacity/costs.ts';
import { defaultBehaviour, estimate, playersAtLimit, remedies, type Behaviour } from './capacity/model.ts';
import { needRows } from './capacity/needs.ts';

const costs = readCosts();
const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '1e5' },
    betting: { type: 'string', default: String(defaultBehaviour.bettingShare) },
    countdown: { type: 'string', default: String(defaultBehaviour.countdownSeconds) },
    round: { type: 'string', default: String(defaultBehaviour.roundSeconds) },
  },
});
const behaviour: Behaviour = {
  ...defaultBehaviour,
  players: Number(values.players),
  bettingShare: Number(values.betting),
  countdownSeconds: Number(values.countdown),
  roundSeconds: Number(values.round),
};
if (Object.values(behaviour).some((value) => !(value > 0)) || behaviour.bettingShare > 1) {
  console.error('Usage: npm run capacity -- --players 1e6 [--betting 0.5] [--countdown 10] [--round 25]');
  process.exit(2);
}

const needs = estimate(behaviour, costs);
console.log(
  `${count(behaviour.players)} players at the same time, by costs measured on ${readResult('bets').machine}\n`,
);
console.log(table([['at the peak', ''], ...needRows(needs)]));
console.log('\nWhat reaches its limit, and what to do then:\n');
for (const { resource, share } of needs.used) {
  const players = playersAtLimit(resource, behaviour, costs);
  const bets = (players * behaviour.bettingShare) / behaviour.countdownSeconds;
  console.log(
    `${resource}: ${(100 * share).toFixed(0)} % used, full at ${count(players)} players, ${count(bets)} bets/s in the countdown`,
  );
  console.log(`  ${remedies[resource]}`);
}

const { tables, day } = readResult('capacity');
const check = tables.at(-1);
if (check) console.log(`\nChecked on ${day}: ${check.title}.\n\n${renderTable(check)}`);
