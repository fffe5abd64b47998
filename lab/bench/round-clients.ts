/**
 * The clients of the round benchmark: one live connection per player, signed in by its cookie, and keep-alive
 * connections on which bets and cash-outs are sent at fixed times. A call is timed from the moment at which its player
 * pressed the button, whether or not a connection was free then.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { playerToken } from './bets-players.ts';
import { openConnection, type Connection } from './lib/http-connection.ts';
import { serveParent } from './lib/child.ts';
import { createFrameReader, pong, textFrame } from './lib/frames.ts';
import { signedMessage } from '../../apps/server/test/test-line.ts';

export interface Call {
  player: number;
  path: string;
  body: object;
  key: string;
  /** From the start of the request on. */
  afterMs: number;
}

export type RoundCommand =
  | { kind: 'connect'; ports: number[]; firstPlayer: number; players: number; connections: number }
  | { kind: 'call'; calls: Call[] }
  /** Subscribes these players' live connections, as the page does; others receive every topic. */
  | { kind: 'subscribe'; from: number; to: number; ticks: 'all' | 'sparse' }
  /** Subscribes one player's live connection as the page does, and to these topics. */
  | { kind: 'follow'; player: number; topics: readonly string[] }
  /** What the live connections have received since the last reset. */
  | { kind: 'received' }
  | { kind: 'reset' };

export interface CallOutcome {
  player: number;
  status: number;
  body: string;
  /** From the press to the complete answer. */
  tookMs: number;
}

export interface RoundReport {
  outcomes: CallOutcome[];
  /** When each player's live connection received the crash, in milliseconds since 1970; 0 where it has not. */
  finishedAt: number[];
  /** Messages that all live connections have received, ever. */
  messages: number;
  /** Live connections that ended. */
  lost: number;
}

interface Player {
  id: number;
  port: number;
  finishedAt: number;
  socket: Socket | undefined;
}

const players = new Map<number, Player>();
const idle = new Map<number, Connection[]>();
const waiting = new Map<number, ((connection: Connection) => void)[]>();
let lost = 0;
let messages = 0;

const now = (): number => performance.timeOrigin + performance.now();
const finished = Buffer.from('"status":"finished"');

const connectAttempts = 5;
const handshakesAtOnce = 50;
/** Connecting is not what is measured: a site that shares its cores with all these clients may time a handshake out. */
const openLive = async (player: Player): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openLiveOnce(player);
    } catch (error) {
      if (attempt === connectAttempts) throw error;
    }
  }
};

const openLiveOnce = (player: Player): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: player.port, host: '127.0.0.1' });
    const read = createFrameReader({
      onText(text) {
        messages += 1;
        if (player.finishedAt === 0 && text.includes(finished)) player.finishedAt = now();
      },
      onPing: () => void socket.write(pong),
    });
    let head: Buffer = Buffer.alloc(0);
    const readHead = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk]);
      const headEnd = head.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      if (!head.toString('latin1').startsWith('HTTP/1.1 101')) {
        return reject(new Error(`handshake failed:\n${head.toString('latin1')}`));
      }
      socket.off('data', readHead);
      socket.on('data', read);
      player.socket = socket;
      read(head.subarray(headEnd + 4));
      socket.once('close', () => (lost += 1));
      resolve();
    };
    socket.on('data', readHead);
    socket.once('error', reject);
    socket.once('connect', () =>
      socket.write(
        `GET /ws HTTP/1.1\r\nHost: localhost:${player.port}\r\nOrigin: http://localhost:${player.port}\r\n` +
          `Cookie: session=${playerToken(player.id)}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      ),
    );
  });

/** What the page of Aviator subscribes to. */
const pageTopics = ['aviator', 'aviatorTable', 'fair'];

/** With all ticks while the player has a bet. */
const subscribe = (
  player: Player | undefined,
  ticks: 'all' | 'sparse',
  more: readonly string[] = [],
): void => {
  const message = signedMessage({
    type: 'subscribe',
    payload: { topics: [...pageTopics, ...more], ticks },
    requestId: randomUUID(),
    nowMs: Date.now(),
  });
  player?.socket?.write(textFrame(message));
};

const connectAll = async (command: Extract<RoundCommand, { kind: 'connect' }>): Promise<void> => {
  const { ports, firstPlayer, connections } = command;
  for (const port of ports) {
    waiting.set(port, []);
    const count = Math.ceil(connections / ports.length);
    idle.set(port, await Promise.all(Array.from({ length: count }, () => openConnection(port))));
  }
  for (let done = 0; done < command.players; done += handshakesAtOnce) {
    const length = Math.min(handshakesAtOnce, command.players - done);
    const batch = Array.from({ length }, (_, index) => {
      const id = firstPlayer + done + index;
      return { id, port: ports[id % ports.length] ?? 0, finishedAt: 0, socket: undefined };
    });
    await Promise.all(batch.map(openLive));
    for (const player of batch) players.set(player.id, player);
  }
};

/** A connection that the site closed while it was idle is opened again. */
const acquire = async (port: number): Promise<Connection> => {
  const free =
    idle.get(port)?.pop() ?? (await new Promise<Connection>((resolve) => waiting.get(port)?.push(resolve)));
  return free.isOpen() ? free : openConnection(port);
};

const release = (port: number, connection: Connection): void => {
  const next = waiting.get(port)?.shift();
  if (next) next(connection);
  else idle.get(port)?.push(connection);
};

const send = async (call: Call, pressedAt: number): Promise<CallOutcome> => {
  const port = players.get(call.player)?.port ?? 0;
  const body = JSON.stringify(call.body);
  const response = await sendOnce(
    port,
    `POST /api${call.path} HTTP/1.1\r\nHost: localhost:${port}\r\n` +
      `Authorization: Bearer ${playerToken(call.player)}\r\n` +
      `Idempotency-Key: ${call.key}\r\nReceipt: 1\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  const tookMs = performance.now() - pressedAt;
  const status = Number(response.slice(9, 12));
  return { player: call.player, status, body: response.slice(response.indexOf('\r\n\r\n') + 4), tookMs };
};

/** Again, with the same key, if the site closed the connection for its idleness at this moment. */
const sendOnce = async (port: number, text: string): Promise<string> => {
  const connection = await acquire(port);
  try {
    const response = await connection.send(text);
    release(port, connection);
    return response;
  } catch {
    const another = await openConnection(port);
    const response = await another.send(text);
    release(port, another);
    return response;
  }
};

/** Presses every button at its time. */
const callAll = (calls: readonly Call[]): Promise<CallOutcome[]> => {
  const startedAt = performance.now();
  const due = [...calls].sort((a, b) => a.afterMs - b.afterMs);
  const outcomes: Promise<CallOutcome>[] = [];
  return new Promise((resolve) => {
    const press = (): void => {
      for (;;) {
        const next = due[outcomes.length];
        if (!next) return resolve(Promise.all(outcomes));
        const pressedAt = startedAt + next.afterMs;
        if (pressedAt > performance.now()) break;
        outcomes.push(send(next, pressedAt));
      }
      setTimeout(press, 1);
    };
    press();
  });
};

serveParent(async (command: RoundCommand): Promise<RoundReport> => {
  if (command.kind === 'connect') await connectAll(command);
  if (command.kind === 'reset') {
    for (const player of players.values()) player.finishedAt = 0;
  }
  if (command.kind === 'subscribe') {
    const { from, to, ticks } = command;
    for (let id = from; id < to; id += 1) subscribe(players.get(id), ticks);
  }
  if (command.kind === 'follow') subscribe(players.get(command.player), 'sparse', command.topics);
  const outcomes = command.kind === 'call' ? await callAll(command.calls) : [];
  return {
    outcomes,
    finishedAt: [...players.values()].map((player) => player.finishedAt),
    messages,
    lost,
  };
});
