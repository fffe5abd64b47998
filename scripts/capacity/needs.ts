/** What the estimate of the model says, as tables. Pure. */
import { count, table } from '../../bench/lib/figures.ts';
import {
  defaultBehaviour,
  estimate,
  playersAtLimit,
  type Costs,
  type Estimate,
  type Resource,
} from './model.ts';

const gigabytes = (bytes: number): string => `${count(bytes / 1e9)} GB`;

export const needRows = (needs: Estimate): [string, string][] => [
  ['bets per second in the countdown', count(needs.betsPerSecond)],
  ['cash-outs in the busiest second', count(needs.cashOutsPerSecond)],
  ['live messages per second', count(needs.deliveriesPerSecond)],
  ['processes of the site, a core each', count(needs.processes)],
  ['their memory', `${(needs.memoryBytes / 1e9).toFixed(1)} GB`],
  ['cores of PostgreSQL', needs.databaseCores.toFixed(1)],
  ['write-ahead log per second', `${(needs.logBytesPerSecond / 1e6).toFixed(1)} MB`],
  ['messages that Valkey delivers per second', count(needs.busDeliveriesPerSecond)],
  ['disk per month, with indexes', gigabytes(needs.storedBytesPerMonth)],
  ['stored answers, 24 hours', gigabytes(needs.answerBytes)],
];

const resources: Readonly<Record<Resource, string>> = {
  connections: 'connections of PostgreSQL',
  bus: 'Valkey',
  database: 'cores of PostgreSQL',
  log: 'write-ahead log',
};

/** For each number of players, and the number at which each limit is reached. */
export const renderNeeds = (players: readonly number[], costs: Costs): string => {
  const needs = players.map((each) => estimate({ ...defaultBehaviour, players: each }, costs));
  const [first] = needs;
  const rows = first
    ? needRows(first).map(([name], index) => [name, ...needs.map((each) => needRows(each)[index]?.[1] ?? '')])
    : [];
  const full = Object.entries(resources).map(([resource, name]) => {
    const at = playersAtLimit(resource as Resource, defaultBehaviour, costs);
    const used = needs.map((each) => each.used.find((item) => item.resource === resource)?.share ?? 0);
    return [`${name}, of the limit`, ...used.map((share) => `${count(100 * share)} %`), count(at)];
  });
  const head = ['players at the same time', ...players.map(count), 'full at'];
  return table([head, ...rows.map((row) => [...row, '']), ...full]);
};
