/**
 * The clients of the fan-out benchmark. Each performs a real handshake and then counts complete messages on a plain
 * socket: a WebSocket library would use more of the cores than the measured server.
 */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { serveParent } from './lib/child.ts';

/** The protocol inside the WebSocket messages. */
export type Protocol = 'plain' | 'socket.io';

export type ClientsCommand =
  | { kind: 'connect'; port: number; sockets: number; protocol: Protocol }
  | { kind: 'reset' }
  | { kind: 'report' };

export interface ClientsReport {
  deliveries: number;
  /** By event: how many clients received it, and when the last of them did (ms since 1970). */
  events: { deliveries: number; lastAt: number }[];
  /** Connections that ended during the run. */
  lost: number;
}

interface Client {
  /** Event messages since the last reset. */
  received: number;
  /** Bytes of an incomplete frame. */
  rest: Buffer;
  /** Called with the position of each message's text. */
  onMessage(bytes: Buffer, at: number): void;
}

const clients: Client[] = [];
let events: ClientsReport['events'] = [];
let deliveries = 0;
let lost = 0;

const text = 0x81;

const read = (client: Client, chunk: Buffer): void => {
  const bytes = client.rest.length > 0 ? Buffer.concat([client.rest, chunk]) : chunk;
  let at = 0;
  for (;;) {
    if (bytes.length < at + 4) break;
    const short = bytes[at + 1] ?? 0;
    if (short > 126) throw new Error('unexpected frame length');
    const end = short === 126 ? at + 4 + bytes.readUInt16BE(at + 2) : at + 2 + short;
    if (bytes.length < end) break;
    if (bytes[at] === text) client.onMessage(bytes, short === 126 ? at + 4 : at + 2);
    at = end;
  }
  client.rest = at < bytes.length ? Buffer.from(bytes.subarray(at)) : empty;
};

const empty = Buffer.alloc(0);

const countEvent = (client: Client): void => {
  const event = (events[client.received] ??= { deliveries: 0, lastAt: 0 });
  event.deliveries += 1;
  event.lastAt = performance.timeOrigin + performance.now();
  client.received += 1;
  deliveries += 1;
};

const paths: Readonly<Record<Protocol, string>> = {
  plain: '/ws',
  'socket.io': '/socket.io/?EIO=4&transport=websocket',
};

/** A client's text frame, with a mask of zeros, which does not change the text. */
const shortFrame = (message: string): Buffer =>
  Buffer.from([text, 0x80 | message.length, 0, 0, 0, 0, ...Buffer.from(message)]);

const socketIo = {
  joinNamespace: shortFrame('40'),
  pong: shortFrame('3'),
  ping: '2'.charCodeAt(0),
  message: '4'.charCodeAt(0),
  joined: '0'.charCodeAt(0),
  event: '2'.charCodeAt(0),
} as const;

/** socket.io's protocol: the confirmation of the namespace, events, and pings that expect a pong. */
const receiveSocketIo = (client: Client, send: (frame: Buffer) => void, joined: () => void) => {
  client.onMessage = (bytes, at) => {
    if (bytes[at] === socketIo.ping) send(socketIo.pong);
    if (bytes[at] !== socketIo.message) return;
    if (bytes[at + 1] === socketIo.event) countEvent(client);
    if (bytes[at + 1] === socketIo.joined) joined();
  };
};

const join = (port: number, protocol: Protocol): Promise<void> =>
  new Promise((resolve, reject) => {
    const client: Client = { received: 0, rest: empty, onMessage: () => countEvent(client) };
    const socket = connect({ port, host: '127.0.0.1' });
    const joined = (): void => {
      clients.push(client);
      resolve();
    };
    let head = '';
    const readHandshake = (chunk: Buffer): void => {
      head += chunk.toString('latin1');
      const headEnd = head.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      if (!head.startsWith('HTTP/1.1 101')) return reject(new Error(`handshake failed:\n${head}`));
      socket.off('data', readHandshake);
      socket.on('data', (data: Buffer) => read(client, data));
      if (protocol === 'socket.io') {
        receiveSocketIo(client, (frame) => socket.write(frame), joined);
        socket.write(socketIo.joinNamespace);
      } else joined();
      read(client, Buffer.from(head.slice(headEnd + 4), 'latin1'));
    };
    socket.on('data', readHandshake);
    socket.once('error', reject);
    socket.once('close', () => (lost += 1));
    socket.once('connect', () =>
      socket.write(
        `GET ${paths[protocol]} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      ),
    );
  });

const joinAll = async (port: number, sockets: number, protocol: Protocol): Promise<void> => {
  const batchSize = 100;
  while (clients.length < sockets) {
    const batch = Math.min(batchSize, sockets - clients.length);
    await Promise.all(Array.from({ length: batch }, () => join(port, protocol)));
  }
};

serveParent(async (command: ClientsCommand): Promise<ClientsReport> => {
  if (command.kind === 'connect') await joinAll(command.port, command.sockets, command.protocol);
  if (command.kind === 'reset') {
    events = [];
    deliveries = 0;
    for (const client of clients) client.received = 0;
  }
  return { deliveries, events, lost };
});
