/**
 * What it costs one process to send the same message to thousands of sockets four times a second. Compares the site's
 * gateway with socket.io, a loop over `ws` and, if `bun` is on the PATH, Bun's publish. They alternate for several
 * rounds, because other load on the machine may disturb any of them. FAN_OUT_SOCKETS sets the number of sockets
 * (10,000 by default).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../scripts/find-program.ts';
import type { ClientsReport, ClientsCommand } from './fan-out-clients.ts';
import { startChild, type Child } from './lib/child.ts';
import type { ServerReport, ServerCommand } from './lib/measured-server.ts';
import { count, ms, percentile, table, times } from './lib/figures.ts';
import { sized } from './lib/short.ts';

const sockets = Number(process.env['FAN_OUT_SOCKETS'] ?? sized(10_000, 200));
const everyMs = 250;
const warmUpEvents = sized(8, 2);
const events = sized(40, 4);
/** Allows for late deliveries on a busy machine. */
const settleMs = 1_500;
const rounds = sized(3, 1);

type Implementation = 'gateway' | 'socket.io' | 'loop' | 'bun';
const names: Readonly<Record<Implementation, string>> = {
  gateway: 'gateway',
  'socket.io': 'socket.io, one room',
  loop: 'a loop of ws.send',
  bun: "Bun's publish",
};

interface Result {
  deliveries: number;
  cpuSeconds: number;
  /** The part in the kernel, which is the same for all implementations. */
  systemSeconds: number;
  /** By event: the time until the last client received it. */
  lastClientMs: number[];
  eventLoopP99Ms: number;
  /** Per connected socket that receives nothing. */
  idleSocketBytes: number;
}

export const benchFanOut = async (): Promise<void> => {
  const bun = findProgram('bun');
  const implementations: Implementation[] = [
    'gateway',
    'socket.io',
    'loop',
    ...(bun === undefined ? [] : (['bun'] as const)),
  ];
  const results: Record<Implementation, Result[]> = { gateway: [], 'socket.io': [], loop: [], bun: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const implementation of implementations) {
      results[implementation].push(await measure(implementation, bun));
    }
  }
  const gateway = combineRounds(results.gateway);
  console.log(
    `\nFan-out: ${count(sockets)} sockets, ${1000 / everyMs} messages a second, ${rounds} x ${(events * everyMs) / 1000} s each\n`,
  );
  console.log(
    table([
      [
        '',
        'deliveries per CPU s',
        'CPU per delivery',
        'in the kernel',
        'of the gateway',
        'last client p50',
        'last client p99',
        'event loop p99',
        'idle socket',
      ],
      ...implementations.map((each) => row(names[each], combineRounds(results[each]), gateway)),
    ]),
  );
  for (const other of implementations.slice(1)) {
    const ratios = results.gateway.map((result, round) => {
      const otherResult = results[other][round];
      return otherResult === undefined ? '' : times(rateOf(result) / rateOf(otherResult));
    });
    console.log(`Deliveries per CPU second, gateway : ${names[other]}, by round: ${ratios.join(', ')}`);
  }
  if (bun === undefined) console.log('Bun was skipped: bun is not on the PATH.');
};

const rateOf = ({ deliveries, cpuSeconds }: Result): number => deliveries / cpuSeconds;

const row = (name: string, result: Result, gateway: Result): string[] => [
  name,
  count(rateOf(result)),
  `${(1e6 / rateOf(result)).toFixed(2)} µs`,
  `${((1e6 * result.systemSeconds) / result.deliveries).toFixed(2)} µs`,
  times(rateOf(gateway) / rateOf(result)),
  ms(percentile(result.lastClientMs, 0.5)),
  ms(percentile(result.lastClientMs, 0.99)),
  ms(result.eventLoopP99Ms),
  `${(result.idleSocketBytes / 1024).toFixed(1)} KiB`,
];

/** Sums the rounds; event loop delay and memory are the maximum of the rounds. */
const combineRounds = (results: readonly Result[]): Result => ({
  deliveries: sum(results.map((result) => result.deliveries)),
  cpuSeconds: sum(results.map((result) => result.cpuSeconds)),
  systemSeconds: sum(results.map((result) => result.systemSeconds)),
  lastClientMs: results.flatMap((result) => result.lastClientMs),
  eventLoopP99Ms: Math.max(...results.map((result) => result.eventLoopP99Ms)),
  idleSocketBytes: Math.max(...results.map((result) => result.idleSocketBytes)),
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const startServer = (
  implementation: Implementation,
  bun: string | undefined,
): Child<ServerCommand, ServerReport> =>
  implementation === 'bun'
    ? startChild('fan-out-bun.ts', [], bun)
    : startChild('fan-out-server.ts', [implementation]);

const measure = async (implementation: Implementation, bun: string | undefined): Promise<Result> => {
  const server = startServer(implementation, bun);
  const clients = startChild<ClientsCommand, ClientsReport>('fan-out-clients.ts');
  const { port } = await server.request({ kind: 'port' }, 10_000);
  const before = await server.request({ kind: 'memory' }, 10_000);
  const protocol = implementation === 'socket.io' ? implementation : 'plain';
  await clients.request({ kind: 'connect', port, sockets, protocol }, 60_000);
  const idle = await server.request({ kind: 'memory' }, 10_000);
  const limitMs = 4 * events * everyMs + 30_000;
  await server.request({ kind: 'send', events: warmUpEvents, everyMs, settleMs }, limitMs);
  await waitForDeliveries(clients, sockets * warmUpEvents);
  await clients.request({ kind: 'reset' }, 5_000);
  const sent = await server.request({ kind: 'send', events, everyMs, settleMs }, limitMs);
  const report = await waitForDeliveries(clients, sockets * events);
  await clients.end();
  await server.end();
  if (report.lost > 0 || report.deliveries !== sockets * events) {
    throw new Error(
      `${implementation}: ${report.deliveries} of ${sockets * events} deliveries arrived, ${report.lost} connections were lost`,
    );
  }
  return {
    deliveries: report.deliveries,
    cpuSeconds: sent.cpuMicroseconds / 1e6,
    systemSeconds: sent.systemMicroseconds / 1e6,
    lastClientMs: report.events.map(({ lastAt }, event) => lastAt - (sent.publishedAt[event] ?? Number.NaN)),
    eventLoopP99Ms: sent.eventLoopP99Ms,
    idleSocketBytes: (idle.residentBytes - before.residentBytes) / sockets,
  };
};

/** Polls until the clients have received all deliveries, at most 100 times: a busy machine may delay them. */
const waitForDeliveries = async (
  clients: Child<ClientsCommand, ClientsReport>,
  deliveries: number,
): Promise<ClientsReport> => {
  for (let polls = 0; ; polls += 1) {
    const report = await clients.request({ kind: 'report' }, 10_000);
    if (report.deliveries >= deliveries || polls === 100) return report;
    await sleep(100);
  }
};
