/**
 * `npm run capacity -- --players 1e6 [--betting 0.5] [--countdown 10] [--round 25]`: what so many players at the same time
 * need, from the results of the benchmarks in bench/results, and what reaches its limit first. docs/operations.md
 * explains it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { summarize } from '../bench/lib/alternate.ts';
import { count, table } from '../bench/lib/figures.ts';
import { resultFolder, type BenchResult } from '../bench/lib/results.ts';
import {
  defaultBehaviour,
  estimate,
  estimateRound,
  playersAtLimit,
  remedies,
  type Behaviour,
  type Costs,
} from './capacity/model.ts';

const readResult = (name: string): BenchResult =>
  JSON.parse(readFileSync(new URL(`${name}.json`, resultFolder), 'utf8')) as BenchResult;

/** The median of a figure of the first table that has the subject. */
const figure = ({ name, tables }: BenchResult, subject: string, key: string): number => {
  const runs = tables.flatMap(({ subjects }) => subjects).find((item) => item.name === subject)?.runs[key];
  if (!runs || runs.length === 0) {
    throw new Error(`bench/results/${name}.json has no ${key} of "${subject}": run npm run bench -- ${name}`);
  }
  return summarize(runs).median;
};

const bets = readResult('bets');
const fanOut = readResult('fan-out');
/** At the peak many bets share a statement, as with 256 in flight. */
const bet = (key: string): number => figure(bets, '256 in flight, with a key', key);
const costs: Costs = {
  siteUsPerBet: bet('programUs'),
  databaseUsPerBet: bet('databaseUs'),
  logBytesPerBet: bet('logBytes'),
  storedBytesPerBet: bet('storedBytes'),
  answerBytesPerBet: bet('answerBytes'),
  siteUsPerDelivery: figure(fanOut, 'gateway', 'deliveryUs'),
  bytesPerSocket: figure(fanOut, 'gateway', 'idleSocketKiB') * 1024,
};

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
const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
console.log(`${count(behaviour.players)} players at the same time, by costs measured on ${bets.machine}\n`);
console.log(
  table([
    ['at the peak', ''],
    ['bets per second in the countdown', count(needs.betsPerSecond)],
    ['cash-outs in the busiest second', count(needs.cashOutsPerSecond)],
    ['live messages per second', count(needs.deliveriesPerSecond)],
    ['processes of the site, a core each', count(needs.processes)],
    ['their memory', gigabytes(needs.memoryBytes)],
    ['cores of PostgreSQL', needs.databaseCores.toFixed(1)],
    ['write-ahead log per second', `${(needs.logBytesPerSecond / 1e6).toFixed(1)} MB`],
    ['messages that Valkey delivers per second', count(needs.busDeliveriesPerSecond)],
    ['disk per month, with indexes', gigabytes(needs.storedBytesPerMonth)],
    ['stored answers, 24 hours', gigabytes(needs.answerBytes)],
  ]),
);
console.log('\nWhat reaches its limit, and what to do then:\n');
for (const { resource, share } of needs.used) {
  const players = playersAtLimit(resource, behaviour, costs);
  console.log(`${resource}: ${(100 * share).toFixed(0)} % used, full at ${count(players)} players`);
  console.log(`  ${remedies[resource]}`);
}

// The check needs a run of the round on the machine that the costs are of.
if (existsSync(new URL('round.json', resultFolder))) {
  const round = readResult('round');
  const measured = (key: string): number => figure(round, 'one process', key);
  const size = { players: measured('players'), seconds: measured('seconds') };
  const model = estimateRound(size, costs);
  const compare = (what: string, estimated: number, seconds: number): string =>
    `${what} ${estimated.toFixed(1)} s estimated, ${seconds.toFixed(1)} s measured`;
  console.log(
    `\nChecked by a round of ${count(size.players)} players in ${size.seconds.toFixed(0)} s: ${compare('the site', model.siteSeconds, measured('siteSeconds'))}; ${compare('PostgreSQL', model.databaseSeconds, measured('databaseSeconds'))}.`,
  );
}
