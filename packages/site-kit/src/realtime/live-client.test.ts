import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createClockOffset } from './clock-offset.ts';
import {
  lostReconnectMs,
  maxMessages,
  createLiveClient,
  reconnectMs,
  reconnectTries,
  refusedCode,
  refusedReconnectMs,
  silenceMs,
  answerMs,
} from './live-client.ts';
import type { LiveClient, LivePlatform, LiveSocket, SocketToken } from './live-client.ts';
import type { SignedParts } from './signature.ts';

class FakeSocket implements LiveSocket {
  sent: string[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.closed = true;
  }
}

/** A platform whose time passes only when a test advances it. */
class World implements LivePlatform {
  now = Date.parse('2026-11-21T12:00:00.000Z');
  /** By how much somebody has set the clock. */
  setByMs = 0;
  sockets: FakeSocket[] = [];
  timers: { at: number; run: () => void }[] = [];
  token: SocketToken | null = null;
  tokensFetched = 0;
  version: number | null = null;
  player: string | null = null;
  logged: string[] = [];
  refusals = 0;
  ids = 0;

  openSocket = (): LiveSocket => {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  };
  nowMs = (): number => this.now + this.setByMs;
  steadyMs = (): number => this.now;
  setTimer = (run: () => void, ms: number): (() => void) => {
    const timer = { at: this.now + ms, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  };
  random = (): number => 0.5;
  newId = (): string => `id-${++this.ids}`;
  sign = async ({ requestId, timestamp, payload, token }: SignedParts): Promise<string> =>
    createHmac('sha256', token ?? '')
      .update(`${requestId}.${timestamp}.${JSON.stringify(payload)}`)
      .digest('hex');
  fetchToken = async (): Promise<SocketToken | null> => {
    this.tokensFetched += 1;
    return this.token;
  };
  playerId = (): string | null => this.player;
  userVersion = (): number | null => this.version;
  onRefused = (): void => {
    this.refusals += 1;
  };
  log = (message: string): void => {
    this.logged.push(message);
  };

  advance(ms: number): void {
    this.now += ms;
    const due = this.timers.filter(({ at }) => at <= this.now);
    this.timers = this.timers.filter(({ at }) => at > this.now);
    for (const { run } of due) run();
  }
  get last(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (socket === undefined) throw new Error('No socket was opened.');
    return socket;
  }
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
};

const push = (world: World, type: string, payload: unknown, aheadMs = 0, requestId?: string): void => {
  const timestamp = new Date(world.now + aheadMs).toISOString();
  world.last.onmessage?.({ data: JSON.stringify({ type, payload, timestamp, requestId }) });
};

type Sent = {
  type: string;
  payload: unknown;
  requestId: string;
  timestamp: string;
  token?: string;
  signature: string;
};
const sentBy = (socket: FakeSocket): Sent[] => socket.sent.map((text) => JSON.parse(text) as Sent);

let world: World;
let client: LiveClient;

beforeEach(() => {
  world = new World();
  client = createLiveClient(world);
});

async function connect(): Promise<void> {
  client.start();
  world.last.onopen?.();
  await settled();
}

describe('the connection', () => {
  it('reports whether it is connected, on open and on close', async () => {
    expect(client.connection().status).toBe('off');
    await connect();
    expect(client.connection().status).toBe('connected');
    world.last.onclose?.({ code: 1006 });
    expect(client.connection().status).toBe('waiting');
  });

  const loseQuickTries = async (): Promise<void> => {
    await connect();
    world.last.onclose?.({ code: 1006 });
    for (let attempt = 1; attempt <= reconnectTries; attempt += 1) {
      world.advance(reconnectMs - 1);
      expect(world.sockets).toHaveLength(attempt);
      world.advance(1001);
      expect(world.sockets).toHaveLength(attempt + 1);
      world.last.onclose?.({ code: 1006 });
    }
  };

  it('reconnects after 3000 ms and jitter 20 times, then every 30 s and is lost until it succeeds', async () => {
    await loseQuickTries();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(client.connection().status).toBe('lost');
      world.advance(lostReconnectMs - 1);
      expect(world.sockets).toHaveLength(reconnectTries + attempt);
      world.advance(1001);
      expect(world.sockets).toHaveLength(reconnectTries + attempt + 1);
      expect(client.connection().status).toBe('lost');
      if (attempt < 5) world.last.onclose?.({ code: 1006 });
    }
    world.last.onopen?.();
    expect(client.connection()).toEqual({ status: 'connected', tries: 0, ready: false });
  });

  it('reconnects immediately on request where it is lost', async () => {
    await loseQuickTries();
    const opened = world.sockets.length;
    client.start();
    expect(world.sockets).toHaveLength(opened + 1);
    world.last.onclose?.({ code: 1006 });
    expect(client.connection()).toEqual({ status: 'waiting', tries: 1, ready: false });
    world.advance(lostReconnectMs - 1);
    expect(world.sockets, 'the long wait was cancelled').toHaveLength(opened + 2);
  });

  it('is replaced without a wait where it is known to be lost, which a page takes for a lost one', async () => {
    await connect();
    const kept = world.last;
    const seen: string[] = [];
    client.onConnection(() => seen.push(client.connection().status));
    client.reconnect();
    expect(world.last).not.toBe(kept);
    expect(seen).toEqual(['waiting', 'connecting']);
    kept.onclose?.({ code: 1006 });
    expect(world.sockets, 'the end of the kept one is not waited for').toHaveLength(2);
    expect(client.connection().status).toBe('connecting');
    client.stop();
    client.reconnect();
    expect(world.sockets, 'a page that has stopped stays so').toHaveLength(2);
  });

  it('waits longer with each refusal of the server in a row, and has the session checked', async () => {
    await connect();
    for (const waitMs of [1, 2, 4, 6, 6].map((factor) => factor * refusedReconnectMs)) {
      const { refusals, sockets } = world;
      const opened = sockets.length;
      world.last.onclose?.({ code: refusedCode });
      expect(world.refusals).toBe(refusals + 1);
      world.advance(waitMs - 1);
      expect(world.sockets).toHaveLength(opened);
      world.advance(1001);
      expect(world.sockets).toHaveLength(opened + 1);
      world.last.onopen?.();
    }
    world.last.onclose?.({ code: 1006 });
    const opened = world.sockets.length;
    world.advance(reconnectMs + 1000);
    expect(world.sockets, 'a lost connection is no refusal').toHaveLength(opened + 1);
  });

  it('does not reconnect after a refusal where the session turns out to have ended', async () => {
    await connect();
    world.onRefused = () => client.stop();
    world.last.onclose?.({ code: refusedCode });
    world.advance(600_000);
    expect(world.sockets).toHaveLength(1);
    expect(client.connection().status).toBe('off');
  });

  it('counts tries from zero after a connection', async () => {
    await connect();
    world.last.onclose?.({ code: 1006 });
    world.advance(4000);
    world.last.onopen?.();
    expect(client.connection()).toEqual({ status: 'connected', tries: 0, ready: false });
  });

  it('tries a silent line by a ping, and leaves it when that is not answered', async () => {
    await connect();
    world.advance(silenceMs);
    await settled();
    expect(sentBy(world.last).at(-1)?.type).toBe('ping');
    const left = world.last;
    world.advance(answerMs);
    expect(left.closed).toBe(true);
    expect(client.connection().status).toBe('waiting');
    world.advance(1_000);
    expect(world.sockets, 'it is tried again at once').toHaveLength(2);
  });

  it('is tested on request, and kept where anything arrives', async () => {
    await connect();
    client.probe();
    client.probe();
    await settled();
    expect(sentBy(world.last).filter(({ type }) => type === 'ping')).toHaveLength(1);
    push(world, 'fairPresence_response', { success: true, data: { connected: 1 } });
    world.advance(silenceMs - 1);
    expect(world.sockets).toHaveLength(1);
    client.probe();
    await settled();
    world.advance(answerMs);
    world.advance(1_000);
    expect(world.sockets).toHaveLength(2);
  });

  it('is said to be silent from a message that is late until the next one', async () => {
    await connect();
    client.probe(true);
    expect(client.connection()).toEqual({ status: 'connected', tries: 0, ready: false, isSilent: true });
    push(world, 'fairPresence_response', { success: true, data: { connected: 1 } });
    expect(client.connection()).toEqual({ status: 'connected', tries: 0, ready: false });
  });

  it('is opened by a test where it is lost', async () => {
    await loseQuickTries();
    const opened = world.sockets.length;
    client.probe();
    expect(world.sockets).toHaveLength(opened + 1);
  });

  it('ignores a socket that it has left', async () => {
    await connect();
    const left = world.last;
    client.restart();
    left.onclose?.({ code: 1006 });
    expect(client.connection().status).toBe('connecting');
  });

  it('does not return after it was stopped', async () => {
    await connect();
    client.stop();
    world.advance(60_000);
    expect(world.sockets).toHaveLength(1);
  });
});

describe('what is sent', () => {
  it('is signed over request, time and payload with the token as key', async () => {
    world.token = { token: 'secret', expiresAt: new Date(world.now + 900_000).toISOString() };
    await connect();
    await client.send('userProfile', { userId: 'alice' });
    const sent = sentBy(world.last).at(-1)!;
    expect(sent.token).toBe('secret');
    const text = `${sent.requestId}.${sent.timestamp}.${JSON.stringify(sent.payload)}`;
    expect(sent.signature).toBe(createHmac('sha256', 'secret').update(text).digest('hex'));
  });

  it('is signed with the empty key, and names no token, for a visitor', async () => {
    await connect();
    const sent = sentBy(world.last)[0]!;
    expect('token' in sent).toBe(false);
    const text = `${sent.requestId}.${sent.timestamp}.${JSON.stringify(sent.payload)}`;
    expect(sent.signature).toBe(createHmac('sha256', '').update(text).digest('hex'));
  });

  it('never repeats a request id', async () => {
    await connect();
    for (let turn = 0; turn < 5; turn += 1) await client.send('ping', {});
    const ids = sentBy(world.last).map(({ requestId }) => requestId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('uses one token until shortly before its end, and a new one on a new connection', async () => {
    world.token = { token: 'first', expiresAt: new Date(world.now + 900_000).toISOString() };
    await connect();
    await client.send('ping', {});
    expect(world.tokensFetched).toBe(1);
    world.now += 850_000;
    world.token = { token: 'second', expiresAt: new Date(world.now + 900_000).toISOString() };
    await client.send('ping', {});
    expect(sentBy(world.last).at(-1)?.token).toBe('second');
    client.restart();
    world.last.onopen?.();
    await settled();
    expect(world.tokensFetched).toBe(3);
  });

  it('is nothing while there is no connection', async () => {
    expect(await client.send('ping', {})).toBeNull();
  });

  it('carries the server time, learned from what was received', async () => {
    await connect();
    push(
      world,
      'ping_response',
      { success: true, data: { serverTime: new Date(world.now).toISOString() } },
      300_000,
    );
    await client.send('ping', {});
    expect(Date.parse(sentBy(world.last).at(-1)!.timestamp)).toBe(world.now + 300_000);
  });

  it('subscribes to what pages want, again on each connection, sparsely', async () => {
    const release = client.want(['rockets']);
    await connect();
    expect(sentBy(world.last)[0]?.payload).toEqual({ topics: ['rockets'], ticks: 'sparse' });
    world.last.onclose?.({ code: 1006 });
    world.advance(4000);
    world.last.onopen?.();
    await settled();
    expect(sentBy(world.last)[0]?.payload).toEqual({ topics: ['rockets'], ticks: 'sparse' });
    release();
    await settled();
    expect(sentBy(world.last)[1]?.payload).toEqual({ topics: [], ticks: 'sparse' });
  });

  it('says which version of the player it has, until the first subscription of a connection is answered', async () => {
    world.version = 7;
    await connect();
    const payload = { topics: [], ticks: 'sparse' };
    expect(sentBy(world.last).map((sent) => sent.payload)).toEqual([{ ...payload, userVersion: 7 }]);
    expect(client.connection().ready).toBe(false);
    push(world, 'subscribe_response', { success: true, data: payload }, 0, 'id-1');
    expect(client.connection()).toEqual({ status: 'connected', tries: 0, ready: true });
    client.want([])();
    await settled();
    expect(sentBy(world.last).at(-1)?.payload).toEqual(payload);
    world.version = 8;
    world.last.onclose?.({ code: 1006 });
    expect(client.connection().ready).toBe(false);
    world.advance(4000);
    world.last.onopen?.();
    await settled();
    expect(sentBy(world.last)[0]?.payload).toEqual({ ...payload, userVersion: 8 });
  });

  it('asks for all ticks while somebody needs them', async () => {
    const release = client.want(['rockets'], 'all');
    client.want(['balls']);
    await connect();
    expect(sentBy(world.last)[0]?.payload).toEqual({ topics: ['rockets', 'balls'], ticks: 'all' });
    release();
    await settled();
    expect(sentBy(world.last)[1]?.payload).toEqual({ topics: ['balls'], ticks: 'sparse' });
  });

  it('goes on without the topics of members when one of them is refused', async () => {
    client.want(['rockets', 'club:7']);
    await connect();
    const [first] = sentBy(world.last);
    expect(first?.payload).toMatchObject({ topics: ['rockets', 'club:7'] });
    push(world, 'error_response', { success: false, code: 'not_found' }, 0, first?.requestId);
    await settled();
    expect(
      sentBy(world.last)
        .map(({ payload }) => payload)
        .slice(1),
    ).toEqual([{ topics: ['rockets'], ticks: 'sparse' }]);
  });

  it('subscribes once more when our clock was wrong, and only once', async () => {
    client.want(['rockets']);
    await connect();
    for (let turn = 0; turn < 3; turn += 1) {
      const { requestId } = sentBy(world.last).at(-1)!;
      push(world, 'error_response', { success: false, message: 'Too late.' }, 3_600_000, requestId);
      await settled();
    }
    const sent = sentBy(world.last);
    expect(sent).toHaveLength(2);
    expect(client.connection().ready, 'nothing more is to come').toBe(true);
    expect(Date.parse(sent[1]!.timestamp)).toBe(world.now + 3_600_000);
  });
});

describe('what is received', () => {
  it('is ignored and logged when it does not fit', async () => {
    await connect();
    const received: string[] = [];
    client.onMessage(({ type }) => received.push(type));
    world.last.onmessage?.({ data: 'not json' });
    world.last.onmessage?.({ data: new Uint8Array(3) });
    push(world, 'updatedUser_response', { success: true, data: { user: 'unknown' } });
    push(world, 'somethingNew_response', { success: true, data: {} });
    expect(world.logged).toHaveLength(3);
    expect(received).toEqual(['somethingNew_response']);
    expect(client.connection().status).toBe('connected');
  });

  it('is stored: the last 200, and the last one raw', async () => {
    await connect();
    for (let turn = 0; turn < maxMessages + 5; turn += 1) {
      push(world, `number${turn}_response`, { success: true, data: {} });
    }
    expect(client.messages()).toHaveLength(maxMessages);
    expect(client.messages()[0]?.type).toBe('number5_response');
    expect(client.lastRaw()).toContain('number204_response');
  });
});

describe('the clock', () => {
  it('believes the quickest of the last messages', () => {
    const clock = createClockOffset();
    clock.learn(10_400, 0);
    clock.learn(10_950, 500);
    clock.learn(11_100, 1000);
    expect(clock.serverMs(2000)).toBe(12_450);
  });

  it('works off a small error without a jump, and takes a large one immediately', () => {
    const clock = createClockOffset();
    clock.learn(1000, 0);
    expect(clock.smoothMs(0)).toBe(1000);
    clock.learn(1200, 100);
    const frame = clock.smoothMs(16);
    expect(frame).toBeGreaterThan(1016);
    expect(frame).toBeLessThan(1030);
    clock.learn(9000, 200);
    expect(clock.smoothMs(200)).toBe(9000);
  });
});

describe('the clock of a device that is set', () => {
  for (const setByMs of [30_000, -30_000, 3_600_000])
    it(`shows the server's time after one answer, though it was set by ${setByMs / 1_000} s`, async () => {
      await connect();
      for (let message = 0; message < 3; message += 1) {
        push(world, 'fairPresence_response', { success: true, data: { connected: 1 } });
        world.advance(1_000);
      }
      expect(client.serverMs()).toBe(world.now);
      world.setByMs = setByMs;
      client.smoothServerMs();
      world.advance(0);
      await settled();
      expect(sentBy(world.last).map(({ type }) => type)).toContain('ping');
      push(world, 'ping_response', {
        success: true,
        data: { serverTime: new Date(world.now).toISOString() },
      });
      expect(client.serverMs()).toBe(world.now);
      expect(client.smoothServerMs()).toBe(world.now);
    });

  it('asks for nothing where clocks only differ by their rounding', async () => {
    await connect();
    for (const ms of [100, -100, 100]) {
      world.setByMs = ms;
      client.serverMs();
      world.advance(100);
      await settled();
    }
    expect(sentBy(world.last).map(({ type }) => type)).not.toContain('ping');
  });
});

describe('a page whose player is no longer the one who is signed in', () => {
  it('names whom it shows in each message, and asks who is signed in where that is refused', async () => {
    world.player = 'u1';
    await connect();
    await client.send('spin', { amount: 1 });
    expect(sentBy(world.last).map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ playerId: 'u1' }),
      { amount: 1, playerId: 'u1' },
    ]);
    push(world, 'error_response', { success: false, message: 'No.', code: 'session_changed' });
    expect(world.refusals).toBe(1);
  });

  it('names who was shown when the message was sent, however long it waited', async () => {
    world.player = 'u1';
    await connect();
    const sent = client.send('spin', {});
    world.player = 'u2';
    await sent;
    expect(sentBy(world.last).at(-1)?.payload).toEqual({ playerId: 'u1' });
  });
});
