/**
 * One side of the fan-out benchmark, in a process of its own: the site's gateway, socket.io as it comes with
 * everybody in one room, or a plain loop over `ws` that makes each client's message anew.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Server as SocketIoServer } from 'socket.io';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { createGateway } from '../apps/server/src/realtime/gateway.ts';
import { answerParent } from './lib/child.ts';

export type ServerQuestion =
  | { kind: 'port' }
  | { kind: 'memory' }
  | { kind: 'send'; events: number; everyMs: number; settleMs: number };

export interface ServerAnswer {
  port: number;
  /** When each event was published, in milliseconds since 1970 with fractions. */
  publishedAt: number[];
  /** The process's time, and of it what the system spent on its behalf. */
  cpuMicroseconds: number;
  systemMicroseconds: number;
  eventLoopP99Ms: number;
  residentBytes: number;
}

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };
const server = createServer((_request, response) => response.end());

/** What the page hears four times a second while the plane flies. */
const flight = () => ({
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

const throughGateway = (): (() => void) => {
  const gateway = createGateway({
    clock: systemClock,
    log: quiet,
    settings: { rateLimits: false },
    allowedOrigin: () => false,
    authenticate: { sessionToken: async () => null, socketToken: async () => null, cookie: () => null },
    handlers: {},
    topicState: { aviator: () => [], doubleTrouble: () => [], lottery: () => [] },
  });
  gateway.attach(server);
  return () => gateway.publish('aviator', { ...flight(), tick: true });
};

const throughLoop = (): (() => void) => {
  // The server's own copy of the library: the root does not depend on it.
  const library = 'ws';
  const require = createRequire(new URL('../apps/server/package.json', import.meta.url));
  const { WebSocketServer } = require(library) as WebSocketLibrary;
  const websockets = new WebSocketServer({ server, path: '/ws', perMessageDeflate: false });
  return () => {
    const event = { ...flight(), timestamp: new Date().toISOString() };
    for (const client of websockets.clients) client.send(JSON.stringify(event));
  };
};

const throughSocketIo = (): (() => void) => {
  const io = new SocketIoServer(server);
  const room = 'aviator';
  io.on('connection', (socket) => void socket.join(room));
  return () => {
    const { type, payload } = flight();
    io.to(room).emit(type, { ...payload, timestamp: new Date().toISOString() });
  };
};

interface WebSocketLibrary {
  WebSocketServer: new (options: object) => { clients: Iterable<{ send(text: string): void }> };
}

const ways: Readonly<Record<string, () => () => void>> = {
  gateway: throughGateway,
  'socket.io': throughSocketIo,
  loop: throughLoop,
};
const publish = ways[process.argv[2] ?? '']?.();
if (publish === undefined) throw new Error('no such way');
server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 });

const send = async (events: number, everyMs: number, settleMs: number): Promise<ServerAnswer> => {
  const resolution = 5;
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  const cpuBefore = process.cpuUsage();
  const publishedAt: number[] = [];
  for (let event = 0; event < events; event += 1) {
    publishedAt.push(performance.timeOrigin + performance.now());
    publish();
    // From now on, and not by a timetable: a process that is late would send several at once, which is cheaper.
    await sleep(everyMs);
  }
  await sleep(settleMs);
  const { user, system } = process.cpuUsage(cpuBefore);
  delays.disable();
  return {
    ...nothing,
    publishedAt,
    cpuMicroseconds: user + system,
    systemMicroseconds: system,
    // The monitor's values hold its own interval.
    eventLoopP99Ms: Math.max(0, delays.percentile(99) / 1e6 - resolution),
  };
};

/** After what nobody needs any more was cleared away. */
const residentBytes = (): number => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage.rss();
};

const nothing = {
  port: 0,
  publishedAt: [],
  cpuMicroseconds: 0,
  systemMicroseconds: 0,
  eventLoopP99Ms: 0,
  residentBytes: 0,
};

answerParent(async (question: ServerQuestion): Promise<ServerAnswer> => {
  if (question.kind === 'send') return send(question.events, question.everyMs, question.settleMs);
  if (question.kind === 'memory') return { ...nothing, residentBytes: residentBytes() };
  const { port } = server.address() as AddressInfo;
  return { ...nothing, port };
});
