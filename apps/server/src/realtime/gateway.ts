/**
 * Accepts live connections: checks the handshake, creates a session for each connection, sends events to them and
 * closes them at shutdown. The `ws` library implements the WebSocket protocol; only complete data frames are written
 * past it, which is safe because it never sends a message in parts here.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { Clock, Timer } from '../platform/clock.ts';
import type { Log } from '../platform/logger.ts';
import type { ClientAddress } from '../http/client-address.ts';
import type { Settings } from '../platform/settings.ts';
import type { RequestLimiter } from '../http/request-limiter.ts';
import { createSampledWarning } from '../platform/sampled-warning.ts';
import { createAddressLimit } from './address-limit.ts';
import { createBroadcaster } from './broadcaster.ts';
import type { Bus } from '../platform/messaging/bus.ts';
import { createDirectory } from './directory.ts';
import { messageFrame } from './frame.ts';
import { handshakeRefusal, refuseHandshake } from './handshake.ts';
import { Line } from './line.ts';
import { closeCodes, Session } from './session.ts';
import type { SessionDeps } from './session.ts';
import { createSessionWatch } from './session-watch.ts';
import { createHearing } from './hearing.ts';
import { createTopicSet } from './topics.ts';
import type { Authenticate, Handler, MessageScopes, OwnTopics, Programs, TopicState } from './types.ts';
import { accepted } from '@fairground/contract/errors';
import type { Topic } from '@fairground/contract/live';

const maxMessageBytes = 16 * 1024;
const messageRule = { burst: 60, perSecond: 20 };
/** Covers frames that never make a message, such as endless empty fragments. */
const maxBytesPerSecond = 64 * 1024;
const sweepMs = 5_000;
const sweepsPerHeartbeat = 6;
const maxShutdownMs = 2_000;
/** One more closes the oldest. */
const maxPerPlayer = 10;
const retryFullAddressSeconds = 30;

/**
 * A connection of the gateway. Its handlers are shared and find its line here: a closure for each
 * would weigh more than its state.
 */
class LiveSocket extends WebSocket {
  line: Line | null = null;
}

export function createGateway(deps: {
  clock: Clock;
  log: Log;
  settings: Pick<Settings, 'rateLimits' | 'maxSocketsPerAddress'>;
  /** Counts each handshake too; null lifts the limit. */
  requestLimiter: Pick<RequestLimiter, 'take'> | null;
  addressOf(request: IncomingMessage): ClientAddress;
  allowedOrigin(origin: string): boolean;
  authenticate: Authenticate;
  /** Announces ended sessions; while it is unavailable, they are polled. */
  bus: Pick<Bus, 'state' | 'outages' | 'onOutage'>;
  /** By message type; `ping` and `subscribe` are the gateway's own. */
  handlers: Readonly<Record<string, Handler>>;
  messageScopes: MessageScopes;
  programs: Programs;
  topicState: TopicState;
  ownTopics: OwnTopics;
  pageConnected: SessionDeps['pageConnected'];
}) {
  const { clock, log, settings, topicState, authenticate } = deps;
  const topics = createTopicSet(Object.keys(topicState));
  const directory = createDirectory();
  const lines = new Set<Line>();
  const hearing = createHearing({ clock, connectionsOf: directory.ofPlayer });
  const addresses = createAddressLimit(settings.maxSocketsPerAddress);
  const broadcaster = createBroadcaster({
    topics,
    listeners: directory.sessions,
    now: clock.now,
    monotonic: clock.monotonic,
    defer: (run) => void setImmediate(run),
    later: (run, ms) => void clock.setTimeout(run, ms),
  });
  const sessionWatch = createSessionWatch({
    clock,
    log,
    bus: deps.bus,
    liveSessions: authenticate.liveSessions,
    connections: directory.sessions,
    end(sessionId) {
      for (const session of directory.ofSession(sessionId)) session.close(closeCodes.policy, 'signed out');
    },
  });
  const sessionDeps: SessionDeps = {
    clock,
    log,
    warn: createSampledWarning(log, clock),
    authenticate,
    handlers: new Map(Object.entries(deps.handlers)),
    messageScopes: deps.messageScopes,
    programs: deps.programs,
    topics,
    topicState,
    ownTopics: deps.ownTopics,
    pageConnected: deps.pageConnected,
    flood: settings.rateLimits ? messageRule : null,
    lastNumber: broadcaster.lastNumber,
    confirm: sessionWatch.confirm,
    bound(session, identity) {
      directory.bind(session, identity);
      const ofPlayer = directory.ofPlayer(identity.playerId);
      const [oldest] = ofPlayer;
      if (!settings.rateLimits || ofPlayer.size <= maxPerPlayer) return;
      if (oldest === undefined) return;
      oldest.close(closeCodes.policy, 'too many connections');
      directory.unbind(oldest);
    },
  };
  const websockets = new WebSocketServer<typeof LiveSocket>({
    WebSocket: LiveSocket,
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    clientTracking: false,
  });
  let isDraining = false;
  let sweeps = 0;
  let sweeping: Timer | null = null;
  let everyoneLeft: (() => void) | null = null;

  /** Null where it is not counted. */
  const countedSubject = (request: IncomingMessage): string | null => {
    const { subject, isOneClient } = deps.addressOf(request);
    return settings.rateLimits && isOneClient ? subject : null;
  };

  // Protocol errors; the library closes the connection with the code that fits.
  const failed = (error: Error): void => log.debug({ err: error }, 'a socket failed');

  function closed(this: WebSocket): void {
    const line = lineOf(this);
    if (line === null) return;
    line.session.ended();
    if (line.session.identity !== null) hearing.closed(line.session.identity.playerId);
    lines.delete(line);
    directory.remove(line.session);
    deps.ownTopics.leave(line.session);
    if (line.subject !== null) addresses.remove(line.subject);
    if (lines.size === 0) everyoneLeft?.();
  }

  const connected = (ws: LiveSocket, request: IncomingMessage, subject: string | null): void => {
    if (subject !== null) addresses.add(subject);
    const line = new Line(
      { ws, socket: request.socket, clock, subject },
      (to) => new Session(sessionDeps, to),
    );
    ws.line = line;
    lines.add(line);
    directory.add(line.session);
    ws.on('message', received);
    ws.on('ping', pinged);
    ws.on('pong', ponged);
    ws.on('error', failed);
    ws.on('close', closed);
    line.session.begin(authenticate.cookie(request.headers.cookie));
  };

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const subject = countedSubject(request);
    const attempt = (subject === null ? null : deps.requestLimiter?.take(subject)) ?? accepted;
    if (!attempt.ok) {
      refuseHandshake(socket, 'rate_limited', attempt.retryAfterSeconds);
      return;
    }
    const refusal = isDraining ? 'unavailable' : handshakeRefusal(request, deps.allowedOrigin);
    if (refusal !== null) {
      refuseHandshake(socket, refusal);
      return;
    }
    if (subject !== null && addresses.isFull(subject)) {
      refuseHandshake(socket, 'rate_limited', retryFullAddressSeconds);
      return;
    }
    websockets.handleUpgrade(request, socket, head, (ws) => connected(ws, request, subject));
  };

  const sweep = (): void => {
    sweeps += 1;
    const isHeartbeat = sweeps % sweepsPerHeartbeat === 0;
    for (const line of lines) {
      const { session, ws, socket } = line;
      const received = socket.bytesRead - line.bytesRead;
      line.bytesRead = socket.bytesRead;
      if (settings.rateLimits && received > (maxBytesPerSecond * sweepMs) / 1000) {
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
    attach(server: Server) {
      server.on('upgrade', upgrade);
      sweeping ??= clock.setInterval(sweep, sweepMs);
      sessionWatch.start();
    },
    publish: broadcaster.publish,
    /** How many connections of this process follow the topic without its ticks. */
    sparseConnections: broadcaster.sparseListeners,
    /** To all connections of the player on this process. */
    pushToPlayer(playerId: string, event: { type: string; payload: object }) {
      const sessions = directory.ofPlayer(playerId);
      if (sessions.size === 0) return;
      const frame = messageFrame(event, clock.now());
      for (const session of sessions) session.deliver(frame);
    },
    /** Whether this process has a connection of that player. */
    hasPlayer: (playerId: string) => directory.ofPlayer(playerId).size > 0,
    /** Pings these players' connections on this process, and says when each was last heard. */
    hear: hearing.hear,
    /** Closes the connections of a session that ended; none is bound to it afterwards. */
    closeSession: sessionWatch.sessionEnded,
    connectionCount: () => lines.size,
    /** How many players and visitors are connected to this process. */
    connected: directory.count,
    /** How many players and visitors of this process have chosen each of these topics. */
    followers: (names: readonly Topic[]) => directory.countFollowers(names.map(topics.bitOf), topics.all),
    /** Players with a connection on this process. */
    players: directory.players,
    /** Closes all connections with 1012; resolves when all are closed, within 2 s. */
    async shutdown() {
      isDraining = true;
      sweeping?.cancel();
      sessionWatch.stop();
      if (lines.size === 0) return;
      const left = new Promise<void>((resolve) => {
        everyoneLeft = resolve;
        clock.setTimeout(resolve, maxShutdownMs);
      });
      for (const session of directory.sessions) session.close(closeCodes.restart, 'restarting');
      await left;
      for (const { ws } of lines) ws.terminate();
    },
  };
}

export type Gateway = ReturnType<typeof createGateway>;

const lineOf = (ws: WebSocket): Line | null => (ws instanceof LiveSocket ? ws.line : null);

function received(this: WebSocket, data: Buffer, isBinary: boolean): void {
  void lineOf(this)?.session.receive(isBinary ? data : data.toString('utf8'));
}

function pinged(this: WebSocket): void {
  lineOf(this)?.session.spend();
}

function ponged(this: WebSocket): void {
  const line = lineOf(this);
  if (line === null) return;
  line.session.isAlive = true;
  line.session.spend();
}
