/**
 * What it costs one process to send the same message to thousands of sockets four times a second. Compares the site's
 * gateway with socket.io, a loop over `ws` and, if `bun` is on the PATH, Bun's publish. They alternate for several
 * rounds, because other load on the machine may disturb any of them. FAN_OUT_SOCKETS sets the number of sockets
 * (10,000 by default).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../../scripts/find-program.ts';
import type { ClientsReport, ClientsCommand } from './fan-out-clients.ts';
import { alternate, type Figures } from './lib/alternate.ts';
import { startChild, type Child } from './lib/child.ts';
import type { ServerReport, ServerCommand } from './lib/measured-server.ts';
import { count, percentile } from './lib/figures.ts';
import { report, type Column } from './lib/results.ts';
import { sized } from './lib/short.ts';

const sockets = Number(process.env['FAN_OUT_SOCKETS'] ?? sized(10_000, 200));
/** The gateway alone is measured with each. */
const sizes = [10, 100, 1_000, 10_000].filter((size) => size <= sockets);
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

const columns: readonly Column[] = [
  { figure: 'perSecond', label: 'deliveries per CPU s', digits: 0 },
  { figure: 'deliveryUs', label: 'CPU per delivery', unit: 'µs', digits: 2 },
  { figure: 'systemUs', label: 'in the kernel', unit: 'µs', digits: 2 },
  { figure: 'lastP50', label: 'last client p50', unit: 'ms', digits: 1 },
  { figure: 'lastP99', label: 'p99', unit: 'ms', digits: 1 },
  { figure: 'eventLoopP99', label: 'event loop p99', unit: 'ms', digits: 1 },
  { figure: 'idleSocketKiB', label: 'idle socket', unit: 'KiB', digits: 1 },
];

export const benchFanOut = async (): Promise<void> => {
  const bun = findProgram('bun');
  const implementations: Implementation[] = [
    'gateway',
    'socket.io',
    'loop',
    ...(bun === undefined ? [] : (['bun'] as const)),
  ];
  const subjects = await alternate(
    implementations.map((implementation) => ({
      name: names[implementation],
      run: async () => toFigures(await measure({ implementation, bun, sockets, events, everyMs })),
    })),
    rounds,
  );
  const bySize = await alternate(
    sizes.map((size) => ({
      name: `${count(size)} sockets`,
      run: async () => toFigures(await measure({ implementation: 'gateway', bun, ...loadOf(size) })),
    })),
    rounds,
  );
  report('fan-out', [
    {
      title:
        `Fan-out: ${count(sockets)} sockets, ${1000 / everyMs} messages a second, ` +
        `${rounds} alternating runs of ${(events * everyMs) / 1000} s`,
      columns,
      reference: names.gateway,
      subjects,
    },
    {
      title:
        `The gateway by its sockets, up to ${count((sockets * 1000) / everyMs)} deliveries a second, ` +
        `${rounds} alternating runs`,
      columns: sizeColumns,
      subjects: bySize,
    },
  ]);
  if (bun === undefined)
    console.log('Bun was skipped: bun is not on the PATH; `npm install --global bun` adds it.');
};

/** Figures of the gateway, by the number of sockets. */
const sizeColumns: readonly Column[] = [
  { figure: 'deliveryUs', label: 'CPU per delivery', unit: 'µs', digits: 2 },
  { figure: 'systemUs', label: 'in the kernel', unit: 'µs', digits: 2 },
  { figure: 'idleSocketKiB', label: 'idle socket', unit: 'KiB', digits: 1 },
];

const toFigures = (result: Result): Figures => ({
  perSecond: result.deliveries / result.cpuSeconds,
  deliveryUs: (1e6 * result.cpuSeconds) / result.deliveries,
  systemUs: (1e6 * result.systemSeconds) / result.deliveries,
  lastP50: percentile(result.lastClientMs, 0.5),
  lastP99: percentile(result.lastClientMs, 0.99),
  eventLoopP99: result.eventLoopP99Ms,
  idleSocketKiB: result.idleSocketBytes / 1024,
});

const startServer = (
  implementation: Implementation,
  bun: string | undefined,
): Child<ServerCommand, ServerReport> =>
  implementation === 'bun'
    ? startChild('fan-out-bun.ts', [], bun)
    : startChild('fan-out-server.ts', [implementation]);

/**
 * As many deliveries with few sockets as with all, by more frequent events: what the process does besides counts the
 * same. Timers are accurate to about a millisecond.
 */
const loadOf = (size: number) => {
  const often = Math.min(sockets / size, everyMs / 2);
  return { sockets: size, events: Math.round(events * often), everyMs: everyMs / often };
};

type Load = ReturnType<typeof loadOf>;

const measure = async ({
  implementation,
  bun,
  sockets,
  events,
  everyMs,
}: Load & { implementation: Implementation; bun: string | undefined }) => {
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
      `${implementation}: ${report.deliveries} of ${sockets * events} deliveries arrived, ` +
        `${report.lost} connections were lost`,
    );
  }
  return {
    deliveries: report.deliveries,
    cpuSeconds: sent.cpuMicroseconds / 1e6,
    /** The part in the kernel, which is the same for all implementations. */
    systemSeconds: sent.systemMicroseconds / 1e6,
    /** By event: the time until the last client received it. */
    lastClientMs: report.events.map(({ lastAt }, event) => lastAt - (sent.publishedAt[event] ?? Number.NaN)),
    eventLoopP99Ms: sent.eventLoopP99Ms,
    /** Per connected socket that receives nothing. */
    idleSocketBytes: (idle.residentBytes - before.residentBytes) / sockets,
  };
};

type Result = Awaited<ReturnType<typeof measure>>;

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
