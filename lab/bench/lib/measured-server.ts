/**
 * The part that all servers of the fan-out benchmark share, under Node and Bun: they report their port and memory, and
 * publish events while their CPU time is measured.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveParent } from './child.ts';

export type ServerCommand =
  | { kind: 'port' }
  | { kind: 'memory' }
  | { kind: 'send'; events: number; everyMs: number; settleMs: number };

export interface ServerReport {
  port: number;
  /** When each event was published, in milliseconds since 1970 with fractions. */
  publishedAt: number[];
  /** CPU time of the process, and its share in the kernel. */
  cpuMicroseconds: number;
  systemMicroseconds: number;
  eventLoopP99Ms: number;
  residentBytes: number;
}

export interface MeasuredServer {
  port(): number;
  publish(): void;
  collectGarbage(): void;
}

/** What the page receives four times a second during a flight. */
export const createFlightMessage = () => ({
  type: 'aviatorDrawResult_response',
  payload: {
    success: true,
    data: {
      roundId: '123456',
      status: 'ongoing',
      crashMultiplier: 1.37,
      startedAt: new Date().toISOString(),
      growthPerMs: 0.0001,
    },
  },
});

export const serveMeasurements = (server: MeasuredServer): void =>
  serveParent(async (command: ServerCommand): Promise<ServerReport> => {
    if (command.kind === 'send') return send(server, command);
    if (command.kind === 'port') return { ...emptyReport, port: server.port() };
    server.collectGarbage();
    return { ...emptyReport, residentBytes: process.memoryUsage.rss() };
  });

const send = async (
  { publish }: MeasuredServer,
  { events, everyMs, settleMs }: { events: number; everyMs: number; settleMs: number },
): Promise<ServerReport> => {
  const resolution = 5;
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  const cpuBefore = process.cpuUsage();
  const publishedAt: number[] = [];
  for (let event = 0; event < events; event += 1) {
    publishedAt.push(performance.timeOrigin + performance.now());
    publish();
    // A fixed schedule would make a delayed process send several events at once, which is cheaper.
    await sleep(everyMs);
  }
  await sleep(settleMs);
  const { user, system } = process.cpuUsage(cpuBefore);
  delays.disable();
  return {
    ...emptyReport,
    publishedAt,
    cpuMicroseconds: user + system,
    systemMicroseconds: system,
    // The monitor's values include its own interval.
    eventLoopP99Ms: Math.max(0, delays.percentile(99) / 1e6 - resolution),
  };
};

const emptyReport = {
  port: 0,
  publishedAt: [],
  cpuMicroseconds: 0,
  systemMicroseconds: 0,
  eventLoopP99Ms: 0,
  residentBytes: 0,
};
