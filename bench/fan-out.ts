/**
 * What it costs one process to tell thousands of sockets the same thing four times a second: the site's
 * gateway beside a plain loop over `ws`, in turn, twice each, because other work may disturb either.
 */
import type { ClientsAnswer, ClientsQuestion } from './fan-out-clients.ts';
import type { ServerAnswer, ServerQuestion } from './fan-out-server.ts';
import { startChild } from './lib/child.ts';
import { count, ms, percentile, table, times } from './lib/figures.ts';

const sockets = 5_000;
const everyMs = 250;
const warmUpEvents = 8;
const events = 40;
/** Long enough for the last deliveries on a machine that does other work too. */
const settleMs = 1_500;
const rounds = 2;

type Way = 'gateway' | 'loop';

interface Result {
  deliveries: number;
  cpuSeconds: number;
  /** Of each event, how long until the last client had it. */
  lastClientMs: number[];
  eventLoopP99Ms: number;
}

export const benchFanOut = async (): Promise<void> => {
  const results: Record<Way, Result[]> = { gateway: [], loop: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ['gateway', 'loop'] as const) results[way].push(await measure(way));
  }
  const gateway = together(results.gateway);
  const loop = together(results.loop);
  console.log(
    `\nFan-out: ${count(sockets)} sockets, ${1000 / everyMs} messages a second, ${rounds} x ${(events * everyMs) / 1000} s each\n`,
  );
  console.log(
    table([
      [
        '',
        'deliveries per CPU s',
        'CPU per delivery',
        'last client p50',
        'last client p99',
        'event loop p99',
      ],
      row('gateway', gateway),
      row('a loop of ws.send', loop),
      [
        'gateway : loop',
        times(rateOf(gateway) / rateOf(loop)),
        times(rateOf(loop) / rateOf(gateway)),
        '',
        '',
        '',
      ],
    ]),
  );
};

const rateOf = ({ deliveries, cpuSeconds }: Result): number => deliveries / cpuSeconds;

const row = (name: string, result: Result): string[] => [
  name,
  count(rateOf(result)),
  `${(1e6 / rateOf(result)).toFixed(2)} µs`,
  ms(percentile(result.lastClientMs, 0.5)),
  ms(percentile(result.lastClientMs, 0.99)),
  ms(result.eventLoopP99Ms),
];

/** The worse round's event loop, and everything else added up. */
const together = (results: readonly Result[]): Result => ({
  deliveries: sum(results.map((result) => result.deliveries)),
  cpuSeconds: sum(results.map((result) => result.cpuSeconds)),
  lastClientMs: results.flatMap((result) => result.lastClientMs),
  eventLoopP99Ms: Math.max(...results.map((result) => result.eventLoopP99Ms)),
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const measure = async (way: Way): Promise<Result> => {
  const server = startChild<ServerQuestion, ServerAnswer>('fan-out-server.ts', [way]);
  const clients = startChild<ClientsQuestion, ClientsAnswer>('fan-out-clients.ts');
  const { port } = await server.ask({ kind: 'port' }, 10_000);
  await clients.ask({ kind: 'connect', port, sockets }, 20_000);
  const limitMs = events * everyMs + 10_000;
  await server.ask({ kind: 'send', events: warmUpEvents, everyMs, settleMs }, limitMs);
  await clients.ask({ kind: 'reset' }, 5_000);
  const sent = await server.ask({ kind: 'send', events, everyMs, settleMs }, limitMs);
  const heard = await clients.ask({ kind: 'report' }, 5_000);
  await clients.end();
  await server.end();
  if (heard.lost > 0 || heard.deliveries !== sockets * events) {
    throw new Error(
      `${way}: ${heard.deliveries} of ${sockets * events} deliveries arrived, ${heard.lost} connections were lost`,
    );
  }
  return {
    deliveries: heard.deliveries,
    cpuSeconds: sent.cpuMicroseconds / 1e6,
    lastClientMs: heard.events.map(({ lastAt }, event) => lastAt - (sent.publishedAt[event] ?? Number.NaN)),
    eventLoopP99Ms: sent.eventLoopP99Ms,
  };
};
