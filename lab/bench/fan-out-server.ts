/**
 * A Node server of the fan-out benchmark, in a separate process: the site's gateway, socket.io with its defaults and
 * every client in one room, or a loop over `ws` that serializes the message for each client.
 */
import { accepted } from '@fairground/contract/errors';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Server as SocketIoServer } from 'socket.io';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { createGateway } from '../../apps/server/src/realtime/gateway.ts';
import { noOwnTopics } from '../../apps/server/src/realtime/types.ts';
import { serveMeasurements, createFlightMessage } from './lib/measured-server.ts';

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };
const server = createServer((_request, response) => response.end());

const createGatewayPublisher = (): (() => void) => {
  const gateway = createGateway({
    clock: systemClock,
    log: quiet,
    settings: { rateLimits: false, maxSocketsPerAddress: 50 },
    requestLimiter: null,
    addressOf: () => ({ subject: '', isOneClient: false }),
    allowedOrigin: () => false,
    authenticate: {
      sessionToken: async () => null,
      socketToken: async () => null,
      liveSessions: async () => new Map(),
      cookie: () => null,
    },
    bus: { state: () => 'ok', outages: () => 0, onOutage: () => undefined },
    handlers: {},
    messageScopes: {},
    programs: { admit: async () => accepted, mark: async () => undefined },
    ownTopics: noOwnTopics,
    topicState: { aviator: () => [], doubleTrouble: () => [], lottery: () => [] },
    pageConnected: () => undefined,
  });
  gateway.attach(server);
  return () => gateway.publish('aviator', createFlightMessage());
};

const createLoopPublisher = (): (() => void) => {
  // Resolved from the server's package: the root does not depend on it.
  const library = 'ws';
  const require = createRequire(new URL('../../apps/server/package.json', import.meta.url));
  const { WebSocketServer } = require(library) as WebSocketLibrary;
  const websockets = new WebSocketServer({ server, path: '/ws', perMessageDeflate: false });
  return () => {
    const event = { ...createFlightMessage(), timestamp: new Date().toISOString() };
    for (const client of websockets.clients) client.send(JSON.stringify(event));
  };
};

const createSocketIoPublisher = (): (() => void) => {
  const io = new SocketIoServer(server);
  const room = 'aviator';
  io.on('connection', (socket) => void socket.join(room));
  return () => {
    const { type, payload } = createFlightMessage();
    io.to(room).emit(type, { ...payload, timestamp: new Date().toISOString() });
  };
};

interface WebSocketLibrary {
  WebSocketServer: new (options: object) => { clients: Iterable<{ send(text: string): void }> };
}

const publishers: Readonly<Record<string, () => () => void>> = {
  gateway: createGatewayPublisher,
  'socket.io': createSocketIoPublisher,
  loop: createLoopPublisher,
};
const publish = publishers[process.argv[2] ?? '']?.();
if (publish === undefined) throw new Error(`unknown implementation: ${process.argv[2]}`);
server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 });

serveMeasurements({
  port: () => (server.address() as AddressInfo).port,
  publish,
  collectGarbage() {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    collect();
    collect();
  },
});
