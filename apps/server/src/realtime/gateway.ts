/**
 * The door for live connections: checks the handshake, gives each connection its session, carries news to
 * them and shows them out. The WebSocket protocol itself is the `ws` library's; only whole data frames are
 * written past it, which is safe because it never sends a message in parts here.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import type { Topic } from '@fairground/contract/live';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { Clock, Timer } from '../platform/clock.ts';
import type { Log } from '../platform/logger.ts';
import { createBroadcaster } from './broadcaster.ts';
import { createDirectory } from './directory.ts';
import { handshakeRefusal, refuseHandshake } from './handshake.ts';
import { closeCodes, Session } from './session.ts';
import type { SessionDeps } from './session.ts';
import { createTopicSet } from './topics.ts';
import type { Authenticate, Connection, Handler, LiveEvent, TopicState } from './types.ts';

export interface GatewayDeps {
  clock: Clock;
  log: Log;
  settings: { rateLimits: boolean };
  allowedOrigin(origin: string): boolean;
  authenticate: Authenticate;
  /** By message type; `ping` and `subscribe` are the gateway's own. */
  handlers: Readonly<Record<string, Handler>>;
  topicState: TopicState;
}

export interface Gateway {
  attach(server: Server): void;
  publish(topic: Topic, event: LiveEvent): void;
  /** To all connections of the player on this process. */
  pushToPlayer(playerId: string, event: { type: string; payload: object }): void;
  /** Whether this process holds a connection of that player. */
  holdsPlayer(playerId: string): boolean;
  closeSession(sessionId: string): void;
  closePlayer(playerId: string, exceptSessionId?: string): void;
  connectionCount(): number;
  /** Shows everyone out with 1012; resolves when all have left, within 2 s. */
  shutdown(): Promise<void>;
}

const mostMessageBytes = 16 * 1024;
const messageRule = { burst: 60, perSecond: 20 };
/** Covers frames that never make a message, such as endless empty fragments. */
const mostBytesASecond = 64 * 1024;
const sweepMs = 5_000;
const sweepsAHeartbeat = 6;
const lingerMs = 500;
const mostGoodbyeMs = 2_000;

interface Line {
  session: Session;
  ws: WebSocket;
  socket: Socket;
  bytesRead: number;
}

export function createGateway(deps: GatewayDeps): Gateway {
  const { clock, log, settings, topicState, authenticate } = deps;
  const topics = createTopicSet(Object.keys(topicState));
  const directory = createDirectory();
  const lines = new Map<Session, Line>();
  const broadcaster = createBroadcaster({
    topics,
    listeners: directory.sessions,
    now: clock.now,
    defer: (run) => void setImmediate(run),
  });
  const sessionDeps: SessionDeps = {
    clock,
    log,
    authenticate,
    handlers: new Map(Object.entries(deps.handlers)),
    topics,
    topicState,
    flood: settings.rateLimits ? messageRule : null,
    lastNumber: broadcaster.lastNumber,
    bound: directory.bind,
  };
  const websockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: mostMessageBytes,
    clientTracking: false,
  });
  let isDraining = false;
  let sweeps = 0;
  let sweeping: Timer | null = null;
  let everyoneLeft: (() => void) | null = null;

  const connected = (ws: WebSocket, socket: Socket, request: IncomingMessage): void => {
    const session = new Session(sessionDeps, connectionTo(ws, socket, clock));
    lines.set(session, { session, ws, socket, bytesRead: socket.bytesRead });
    directory.add(session);
    ws.on(
      'message',
      (data: Buffer, isBinary) => void session.receive(isBinary ? data : data.toString('utf8')),
    );
    ws.on('ping', () => session.spend());
    ws.on('pong', () => {
      session.isAlive = true;
      session.spend();
    });
    // Protocol errors; the library closes the connection with the code that fits.
    ws.on('error', (error) => log.debug({ err: error }, 'a socket failed'));
    ws.on('close', () => {
      session.ended();
      lines.delete(session);
      directory.remove(session);
      if (lines.size === 0) everyoneLeft?.();
    });
    session.begin(authenticate.cookie(request.headers.cookie));
  };

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const refusal = isDraining ? 503 : handshakeRefusal(request, deps.allowedOrigin);
    if (refusal !== null) {
      refuseHandshake(socket, refusal);
      return;
    }
    websockets.handleUpgrade(request, socket, head, (ws) => connected(ws, request.socket, request));
  };

  const sweep = (): void => {
    sweeps += 1;
    const isHeartbeat = sweeps % sweepsAHeartbeat === 0;
    for (const line of lines.values()) {
      const { session, ws, socket } = line;
      const received = socket.bytesRead - line.bytesRead;
      line.bytesRead = socket.bytesRead;
      if (settings.rateLimits && received > (mostBytesASecond * sweepMs) / 1000) {
        session.close(closeCodes.policy, 'too much data');
      } else if (isHeartbeat && !session.isAlive) {
        ws.terminate();
      } else if (isHeartbeat && ws.readyState === ws.OPEN) {
        session.isAlive = false;
        ws.ping();
      }
    }
  };

  return {
    attach(server) {
      server.on('upgrade', upgrade);
      sweeping ??= clock.setInterval(sweep, sweepMs);
    },
    publish: broadcaster.publish,
    pushToPlayer(playerId, event) {
      for (const session of directory.ofPlayer(playerId)) session.push(event);
    },
    holdsPlayer: (playerId) => [...directory.ofPlayer(playerId)].length > 0,
    closeSession(sessionId) {
      for (const session of directory.ofSession(sessionId)) session.close(closeCodes.policy, 'signed out');
    },
    closePlayer(playerId, exceptSessionId) {
      for (const session of directory.ofPlayer(playerId)) {
        if (session.identity?.sessionId !== exceptSessionId) session.close(closeCodes.policy, 'signed out');
      }
    },
    connectionCount: () => lines.size,
    async shutdown() {
      isDraining = true;
      sweeping?.cancel();
      if (lines.size === 0) return;
      const left = new Promise<void>((resolve) => {
        everyoneLeft = resolve;
        clock.setTimeout(resolve, mostGoodbyeMs);
      });
      for (const session of directory.sessions) session.close(closeCodes.restart, 'restarting');
      await left;
      for (const { ws } of lines.values()) ws.terminate();
    },
  };
}

function connectionTo(ws: WebSocket, socket: Socket, clock: Clock): Connection {
  return {
    write(frame) {
      if (ws.readyState === ws.OPEN) socket.write(frame);
    },
    waitingBytes: () => socket.writableLength,
    close(code, reason) {
      ws.close(code, reason);
      // Whoever does not answer the goodbye is not waited for.
      clock.setTimeout(() => ws.terminate(), lingerMs);
    },
    drop: () => ws.terminate(),
  };
}
