/**
 * The clients of the fan-out benchmark: a real handshake each, then bare sockets on which complete messages
 * are counted. A WebSocket library would use more of the cores than what is measured.
 */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { answerParent } from './lib/child.ts';

/** The protocol inside the WebSocket messages. */
export type Protocol = 'ours' | 'socket.io';

export type ClientsQuestion =
  | { kind: 'connect'; port: number; sockets: number; protocol: Protocol }
  | { kind: 'reset' }
  | { kind: 'report' };

export interface ClientsAnswer {
  deliveries: number;
  /** By event: how many clients have it, and when the last of them got it (ms since 1970). */
  events: { deliveries: number; lastAt: number }[];
  /** Connections that ended during the run. */
  lost: number;
}

interface Client {
  /** Event messages since the last reset. */
  received: number;
  /** Bytes that do not make a complete frame yet. */
  rest: Buffer;
  /** Called with the position at which the text of each message begins. */
  onMessage(bytes: Buffer, at: number): void;
}

const clients: Client[] = [];
let events: ClientsAnswer['events'] = [];
let deliveries = 0;
let lost = 0;

const text = 0x81;

const read = (client: Client, chunk: Buffer): void => {
  const bytes = client.rest.length > 0 ? Buffer.concat([client.rest, chunk]) : chunk;
  let at = 0;
  for (;;) {
    if (bytes.length < at + 4) break;
    const short = bytes[at + 1] ?? 0;
    if (short > 126) throw new Error('a frame that this benchmark does not send');
    const end = short === 126 ? at + 4 + bytes.readUInt16BE(at + 2) : at + 2 + short;
    if (bytes.length < end) break;
    if (bytes[at] === text) client.onMessage(bytes, short === 126 ? at + 4 : at + 2);
    at = end;
  }
  client.rest = at < bytes.length ? Buffer.from(bytes.subarray(at)) : empty;
};

const empty = Buffer.alloc(0);

const note = (client: Client): void => {
  const event = (events[client.received] ??= { deliveries: 0, lastAt: 0 });
  event.deliveries += 1;
  event.lastAt = performance.timeOrigin + performance.now();
  client.received += 1;
  deliveries += 1;
};

const paths: Readonly<Record<Protocol, string>> = {
  ours: '/ws',
  'socket.io': '/socket.io/?EIO=4&transport=websocket',
};

/** A client's text frame, whose mask of zeros leaves the text as it is. */
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

/** socket.io's own protocol: the namespace's welcome, events, and pings that expect a pong. */
const receiveSocketIo = (client: Client, answer: (frame: Buffer) => void, joined: () => void) => {
  client.onMessage = (bytes, at) => {
    if (bytes[at] === socketIo.ping) answer(socketIo.pong);
    if (bytes[at] !== socketIo.message) return;
    if (bytes[at + 1] === socketIo.event) note(client);
    if (bytes[at + 1] === socketIo.joined) joined();
  };
};

const join = (port: number, protocol: Protocol): Promise<void> =>
  new Promise((resolve, reject) => {
    const client: Client = { received: 0, rest: empty, onMessage: () => note(client) };
    const socket = connect({ port, host: '127.0.0.1' });
    const joined = (): void => {
      clients.push(client);
      resolve();
    };
    let head = '';
    const shakeHands = (chunk: Buffer): void => {
      head += chunk.toString('latin1');
      const headEnd = head.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      if (!head.startsWith('HTTP/1.1 101')) return reject(new Error(`no handshake:\n${head}`));
      socket.off('data', shakeHands);
      socket.on('data', (data: Buffer) => read(client, data));
      if (protocol === 'socket.io') {
        receiveSocketIo(client, (frame) => socket.write(frame), joined);
        socket.write(socketIo.joinNamespace);
      } else joined();
      read(client, Buffer.from(head.slice(headEnd + 4), 'latin1'));
    };
    socket.on('data', shakeHands);
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
  const atOnce = 100;
  while (clients.length < sockets) {
    const many = Math.min(atOnce, sockets - clients.length);
    await Promise.all(Array.from({ length: many }, () => join(port, protocol)));
  }
};

answerParent(async (question: ClientsQuestion): Promise<ClientsAnswer> => {
  if (question.kind === 'connect') await joinAll(question.port, question.sockets, question.protocol);
  if (question.kind === 'reset') {
    events = [];
    deliveries = 0;
    for (const client of clients) client.received = 0;
  }
  return { deliveries, events, lost };
});
