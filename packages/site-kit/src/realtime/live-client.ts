/**
 * The page's one connection for live messages: it opens, signs, listens, and comes back by itself. Sockets,
 * clock and timers are passed in, so that tests drive it without waiting.
 */
import type { ServerEnvelope, Topic } from '@fairground/contract/live';
import { createClockOffset } from './clock-offset.ts';
import { parseLiveMessage } from './live-messages.ts';
import type { SignedParts } from './signature.ts';

export type Ticks = 'all' | 'sparse';

export type LiveSocket = {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
};

export type SocketToken = { token: string; expiresAt: string };

export type LivePlatform = {
  openSocket(): LiveSocket;
  nowMs(): number;
  /** A clock that nobody sets, from any beginning. It may stand still while the device sleeps. */
  steadyMs(): number;
  /** Runs once after `ms`; the answer cancels it. */
  setTimer(run: () => void, ms: number): () => void;
  random(): number;
  newId(): string;
  sign(parts: SignedParts): Promise<string>;
  /** Null for a visitor. */
  fetchToken(): Promise<SocketToken | null>;
  /** Whom the page shows; null for a visitor. */
  playerId(): string | null;
  /** The newest version of the player that this page has; null for a visitor. */
  userVersion(): number | null;
  /**
   * The server refused the connection by a rule: the session has ended, another player is signed in, or the
   * player has too many connections.
   */
  onRefused(): void;
  log(message: string, detail: unknown): void;
};

/** `lost`: all quick tries failed; it continues to try at long intervals. */
export type ConnectionStatus = 'off' | 'connecting' | 'connected' | 'waiting' | 'lost';
export type Connection = {
  status: ConnectionStatus;
  /** Tries since the last good connection. */ tries: number;
  /** The server has answered the first subscription: everything that concerns the player is pushed afterwards. */
  ready: boolean;
  /** A message that was due has not come, and no other since. */
  isSilent?: true;
};
const off: Connection = { status: 'off', tries: 0, ready: false };

export type LiveClient = {
  /** Opens the connection, immediately where it is lost. */
  start(): void;
  stop(): void;
  /** Reconnects with the present session. */
  restart(): void;
  /** Opens a new connection without a wait, in place of one that is known to be lost. */
  reconnect(): void;
  /**
   * Tests the connection now, and replaces it where nothing arrives within `answerMs`; opens one that is lost.
   * `isLate`: because a message that was due has not come, which the page shows until one arrives.
   */
  probe(isLate?: boolean): void;
  connection(): Connection;
  onConnection(listener: () => void): () => void;
  onMessage(listener: (message: ServerEnvelope) => void): () => void;
  /**
   * Subscribes to topics for as long as the caller needs them, until what is returned is called. Ticks are sparse
   * unless somebody needs all of them.
   */
  want(topics: readonly Topic[], ticks?: Ticks): () => void;
  /** Signs and sends; answers the request's id, or null when there is no connection. */
  send(type: string, payload: Record<string, unknown>): Promise<string | null>;
  /** The server's time by the best estimate; for drawing it is smoothed. */
  serverMs(): number;
  smoothServerMs(): number;
  /** The last 200 messages, oldest first, and the last one as it came. */
  messages(): readonly ServerEnvelope[];
  lastRaw(): string | null;
};

export const reconnectMs = 3000;
export const reconnectTries = 20;
/** After the quick tries it continues at this pace. */
export const lostReconnectMs = 30_000;
/** The close code of a connection that the server does not want. */
export const refusedCode = 1008;
/** At least this long, doubled with each refusal in a row, so that two pages never fight for one connection. */
export const refusedReconnectMs = 10_000;
const maxRefusedReconnectMs = 60_000;
export const maxMessages = 200;
const jitterMs = 1000;
/** A topic with an id is for members alone, such as `club:7`. */
const isOfMembers = (topic: Topic): boolean => topic.includes(':');
/** A token is renewed this long before it ends. */
const tokenMarginMs = 60_000;
/** After so long without a message the connection is tested by a ping. */
export const silenceMs = 20_000;
/** A ping that is not answered for so long ends the connection: a site that stalls for a moment loses nobody. */
export const answerMs = 5_000;
/** Clocks of browsers are rounded to 100 ms at most. What our clock jumps by is somebody who sets it, or a sleep. */
const leastJumpMs = 500;

export function createLiveClient(platform: LivePlatform): LiveClient {
  let socket: LiveSocket | null = null;
  let connection = off;
  let cancelReconnect = (): void => {};
  let cancelSilence = (): void => {};
  let pinged = false;
  let refusals = 0;
  let lastSent: Promise<unknown> = Promise.resolve();
  let token: Promise<SocketToken | null> | null = null;
  let tokenEndsMs = 0;
  let subscribeId: string | null = null;
  let subscribeRepeated = false;
  let messages: ServerEnvelope[] = [];
  let lastRaw: string | null = null;
  const wanted = new Map<symbol, { topics: readonly Topic[]; ticks: Ticks }>();
  const connectionListeners = new Set<() => void>();
  const messageListeners = new Set<(message: ServerEnvelope) => void>();
  const clock = createClockOffset();
  const readAheadMs = (): number => platform.nowMs() - platform.steadyMs();
  let aheadMs = readAheadMs();

  /**
   * Our clock. Where it was set since it was last read, what earlier messages have told of the server's is wrong, and
   * the next message may be half a minute away: the server is asked.
   */
  function nowMs(): number {
    const jumpMs = readAheadMs() - aheadMs;
    aheadMs += jumpMs;
    if (Math.abs(jumpMs) > leastJumpMs) {
      clock.forget();
      // Later, because a page reads the time while it renders.
      platform.setTimer(() => client.probe(), 0);
    }
    return platform.nowMs();
  }

  function setConnection({ status, tries }: Pick<Connection, 'status' | 'tries'>, ready = false): void {
    connection = { status, tries, ready };
    notify();
  }

  function notify(): void {
    for (const listener of connectionListeners) listener();
  }

  function open(): void {
    const opened = platform.openSocket();
    socket = opened;
    if (connection.status !== 'lost') setConnection({ status: 'connecting', tries: connection.tries });
    opened.onopen = () => {
      if (socket !== opened) return;
      setConnection({ status: 'connected', tries: 0 });
      watchSilence();
      void subscribe();
    };
    opened.onmessage = ({ data }) => {
      if (socket === opened) receive(data);
    };
    opened.onclose = ({ code }) => {
      if (socket !== opened) return;
      if (code === refusedCode) refused();
      else lost();
    };
  }

  function detach(): void {
    cancelReconnect();
    cancelSilence();
    const closing = socket;
    socket = null;
    token = null;
    lastSent = Promise.resolve();
    closing?.close();
  }

  function lost(): void {
    refusals = 0;
    const tries = connection.tries + 1;
    if (tries <= reconnectTries) waitToReconnect({ status: 'waiting', tries }, reconnectMs);
    else waitToReconnect({ status: 'lost', tries: reconnectTries }, lostReconnectMs);
  }

  function refused(): void {
    refusals += 1;
    const waitMs = Math.min(maxRefusedReconnectMs, refusedReconnectMs * 2 ** (refusals - 1));
    waitToReconnect({ status: 'waiting', tries: connection.tries + 1 }, waitMs);
    platform.onRefused();
  }

  function waitToReconnect(next: Pick<Connection, 'status' | 'tries'>, waitMs: number): void {
    detach();
    cancelReconnect = platform.setTimer(open, waitMs + Math.floor(platform.random() * jitterMs));
    setConnection(next);
  }

  function receive(data: unknown): void {
    watchSilence();
    if (connection.isSilent) setConnection(connection, connection.ready);
    if (typeof data !== 'string') return platform.log('A live message that is not text was ignored.', data);
    lastRaw = data;
    const message = parseLiveMessage(data);
    if (message === null) return platform.log('A live message that does not fit was ignored.', data);
    clock.learn(Date.parse(message.timestamp), nowMs());
    messages = [...messages, message].slice(-maxMessages);
    if (message.payload.code === 'session_changed') platform.onRefused();
    if (message.requestId === subscribeId && subscribeId !== null) subscriptionAnswered(message);
    for (const listener of messageListeners) listener(message);
  }

  function subscriptionAnswered({ type, payload }: ServerEnvelope): void {
    // A list with a topic that is not the player's, or not any more, is refused whole: the others go on without it.
    if (type === 'error_response' && payload.code === 'not_found') dropTopics(isOfMembers);
    // A wrong clock of ours spoils the first signature; the refusal carries the server's time.
    if (type === 'error_response' && !subscribeRepeated) {
      subscribeRepeated = true;
      void sendSubscribe();
    } else if (!connection.ready) setConnection(connection, true);
  }

  function dropTopics(isDropped: (topic: Topic) => boolean): void {
    for (const [key, { topics, ticks }] of wanted)
      wanted.set(key, { topics: topics.filter((topic) => !isDropped(topic)), ticks });
  }

  function watchSilence(): void {
    pinged = false;
    cancelSilence();
    cancelSilence = platform.setTimer(ping, silenceMs);
  }

  function ping(): void {
    if (pinged) return;
    pinged = true;
    cancelSilence();
    cancelSilence = platform.setTimer(() => {
      refusals = 0;
      waitToReconnect({ status: 'waiting', tries: 1 }, 0);
    }, answerMs);
    void send('ping', {});
  }

  async function currentToken(): Promise<string | null> {
    if (token === null || platform.nowMs() >= tokenEndsMs - tokenMarginMs) {
      tokenEndsMs = Number.POSITIVE_INFINITY;
      const asked = platform.fetchToken().catch(() => null);
      token = asked;
      const got = await asked;
      if (token === asked) {
        // `expiresAt` is the server's time. A failed call is tried again with the next message.
        const serverAheadMs = clock.serverMs(0);
        if (got === null) token = null;
        else tokenEndsMs = Date.parse(got.expiresAt) - serverAheadMs;
      }
      return got?.token ?? null;
    }
    return (await token)?.token ?? null;
  }

  /** In the order of the calls: of several subscriptions the last one counts. */
  function send(type: string, payload: Record<string, unknown>): Promise<string | null> {
    const sender = socket;
    if (sender === null || connection.status !== 'connected') return Promise.resolve(null);
    const playerId = platform.playerId();
    const named = playerId === null ? payload : { ...payload, playerId };
    const sent = lastSent.then(() => sendBy(sender, type, named));
    lastSent = sent.catch((error: unknown) =>
      platform.log('A live message could not be sent.', String(error)),
    );
    return sent;
  }

  async function sendBy(
    sender: LiveSocket,
    type: string,
    payload: Record<string, unknown>,
  ): Promise<string | null> {
    if (socket !== sender) return null;
    const validToken = await currentToken();
    if (socket !== sender || connection.status !== 'connected') return null;
    const requestId = platform.newId();
    if (type === 'subscribe') subscribeId = requestId;
    const timestamp = new Date(client.serverMs()).toISOString();
    const signature = await platform.sign({ requestId, timestamp, payload, token: validToken });
    if (socket !== sender) return null;
    const identity = validToken === null ? {} : { token: validToken };
    sender.send(JSON.stringify({ type, payload, requestId, timestamp, ...identity, signature }));
    return requestId;
  }

  function sendSubscribe(): Promise<string | null> {
    const all = [...wanted.values()];
    const topics = [...new Set(all.flatMap((one) => one.topics))];
    // What changed between the fetch of the player and this connection was not pushed to it.
    const userVersion = connection.ready ? null : platform.userVersion();
    return send('subscribe', {
      topics,
      ticks: all.some(({ ticks }) => ticks === 'all') ? 'all' : 'sparse',
      ...(userVersion !== null && { userVersion }),
    });
  }

  function subscribe(): Promise<string | null> {
    subscribeRepeated = false;
    return sendSubscribe();
  }

  const client: LiveClient = {
    start() {
      if (connection.status === 'lost') detach();
      if (socket !== null || connection.status === 'waiting') return;
      connection = off;
      open();
    },
    stop() {
      detach();
      setConnection(off);
    },
    restart() {
      detach();
      refusals = 0;
      connection = off;
      open();
    },
    reconnect() {
      if (connection.status === 'off') return;
      detach();
      refusals = 0;
      setConnection({ status: 'waiting', tries: 1 });
      open();
    },
    probe(isLate = false) {
      if (connection.status === 'lost') return client.start();
      if (connection.status !== 'connected') return;
      ping();
      if (!isLate || connection.isSilent) return;
      connection = { ...connection, isSilent: true };
      notify();
    },
    connection: () => connection,
    onConnection(listener) {
      connectionListeners.add(listener);
      return () => connectionListeners.delete(listener);
    },
    onMessage(listener) {
      messageListeners.add(listener);
      return () => messageListeners.delete(listener);
    },
    want(topics, ticks = 'sparse') {
      const key = Symbol('topics');
      wanted.set(key, { topics, ticks });
      void subscribe();
      return () => {
        wanted.delete(key);
        void subscribe();
      };
    },
    send,
    serverMs: () => clock.serverMs(nowMs()),
    smoothServerMs: () => clock.smoothMs(nowMs()),
    messages: () => messages,
    lastRaw: () => lastRaw,
  };
  return client;
}
