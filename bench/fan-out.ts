/**
 * The cost for one process of sending thousands of sockets the same message four times a second: the site's gateway
 * beside socket.io, a plain loop over `ws` and, where `bun` is on the PATH, Bun's own publishing, in turn,
 * several times each, because other work may disturb any.
 * Sockets are 10,000, or as many as FAN_OUT_SOCKETS sets.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../scripts/find-program.ts';
import type { ClientsAnswer, ClientsQuestion } from './fan-out-clients.ts';
import { startChild, type Child } from './lib/child.ts';
import type { ServerAnswer, ServerQuestion } from './lib/fan-out-side.ts';
import { count, ms, percentile, table, times } from './lib/figures.ts';

const sockets = Number(process.env['FAN_OUT_SOCKETS'] ?? 10_000);
const everyMs = 250;
const warmUpEvents = 8;
const events = 40;
/** Long enough for the last deliveries on a machine that does other work too. */
const settleMs = 1_500;
const rounds = 3;

type Way = 'gateway' | 'socket.io' | 'loop' | 'bun';
const names: Readonly<Record<Way, string>> = {
  gateway: 'gateway',
  'socket.io': 'socket.io, one room',
  loop: 'a loop of ws.send',
  bun: "Bun's publish",
};

interface Result {
  deliveries: number;
  cpuSeconds: number;
  /** Part of it: the kernel's work of sending, which is the same for all. */
  systemSeconds: number;
  /** Of each event, how long until the last client had it. */
  lastClientMs: number[];
  eventLoopP99Ms: number;
  /** Per socket that has joined and receives nothing. */
  idleSocketBytes: number;
}

export const benchFanOut = async (): Promise<void> => {
  const bun = findProgram('bun');
  const ways: Way[] = ['gateway', 'socket.io', 'loop', ...(bun === undefined ? [] : (['bun'] as const))];
  const results: Record<Way, Result[]> = { gateway: [], 'socket.io': [], loop: [], bun: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ways) results[way].push(await measure(way, bun));
  }
  const gateway = together(results.gateway);
  console.log(
    `\nFan-out: ${count(sockets)} sockets, ${1000 / everyMs} messages a second, ${rounds} x ${(events * everyMs) / 1000} s each\n`,
  );
  console.log(
    table([
      [
        '',
        'deliveries per CPU s',
        'CPU per delivery',
        "of it the system's",
        'of the gateway',
        'last client p50',
        'last client p99',
        'event loop p99',
        'idle socket',
      ],
      ...ways.map((way) => row(names[way], together(results[way]), gateway)),
    ]),
  );
  for (const rival of ways.slice(1)) {
    const each = results.gateway.map((ours, round) => {
      const theirs = results[rival][round];
      return theirs === undefined ? '' : times(rateOf(ours) / rateOf(theirs));
    });
    console.log(`Deliveries per CPU second, gateway : ${names[rival]}, round by round: ${each.join(', ')}`);
  }
  if (bun === undefined) console.log('Bun was left out: there is no bun on the PATH.');
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

/** The worst round's event loop and memory, and everything else added up. */
const together = (results: readonly Result[]): Result => ({
  deliveries: sum(results.map((result) => result.deliveries)),
  cpuSeconds: sum(results.map((result) => result.cpuSeconds)),
  systemSeconds: sum(results.map((result) => result.systemSeconds)),
  lastClientMs: results.flatMap((result) => result.lastClientMs),
  eventLoopP99Ms: Math.max(...results.map((result) => result.eventLoopP99Ms)),
  idleSocketBytes: Math.max(...results.map((result) => result.idleSocketBytes)),
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const startServer = (way: Way, bun: string | undefined): Child<ServerQuestion, ServerAnswer> =>
  way === 'bun' ? startChild('fan-out-bun.ts', [], bun) : startChild('fan-out-server.ts', [way]);

const measure = async (way: Way, bun: string | undefined): Promise<Result> => {
  const server = startServer(way, bun);
  const clients = startChild<ClientsQuestion, ClientsAnswer>('fan-out-clients.ts');
  const { port } = await server.ask({ kind: 'port' }, 10_000);
  const before = await server.ask({ kind: 'memory' }, 10_000);
  const protocol = way === 'socket.io' ? way : 'ours';
  await clients.ask({ kind: 'connect', port, sockets, protocol }, 60_000);
  const idle = await server.ask({ kind: 'memory' }, 10_000);
  const limitMs = 4 * events * everyMs + 30_000;
  await server.ask({ kind: 'send', events: warmUpEvents, everyMs, settleMs }, limitMs);
  await waitForDeliveries(clients, sockets * warmUpEvents);
  await clients.ask({ kind: 'reset' }, 5_000);
  const sent = await server.ask({ kind: 'send', events, everyMs, settleMs }, limitMs);
  const report = await waitForDeliveries(clients, sockets * events);
  await clients.end();
  await server.end();
  if (report.lost > 0 || report.deliveries !== sockets * events) {
    throw new Error(
      `${way}: ${report.deliveries} of ${sockets * events} deliveries arrived, ${report.lost} connections were lost`,
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

/** The clients' report once they have received everything, or after 100 polls: busy cores may delay them. */
const waitForDeliveries = async (
  clients: Child<ClientsQuestion, ClientsAnswer>,
  deliveries: number,
): Promise<ClientsAnswer> => {
  for (let polls = 0; ; polls += 1) {
    const report = await clients.ask({ kind: 'report' }, 10_000);
    if (report.deliveries >= deliveries || polls === 100) return report;
    await sleep(100);
  }
};
