import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { accepted, refuse, type Result } from '@fairground/contract/errors';
import { systemClock } from '../platform/clock.ts';
import { createGateway } from './gateway.ts';
import { noOwnTopics } from './types.ts';
import type { Gateway } from './gateway.ts';
import type { ReceivedMessage } from '../../test/test-line.ts';
import { signedMessage } from '../../test/test-line.ts';
import { until } from '../../test/player-client.ts';

const site = 'http://fair.test';
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const clients: WebSocket[] = [];
let server: Server;
let gateway: Gateway;
let takeRequest: (subject: string) => Result;

beforeEach(async () => {
  takeRequest = () => accepted;
  gateway = createGateway({
    clock: systemClock,
    log: quiet,
    settings: { rateLimits: true, maxSocketsPerAddress: 20 },
    requestLimiter: { take: (subject) => takeRequest(subject) },
    addressOf: ({ headers }) => ({
      subject: String(headers['x-test-address'] ?? ''),
      isOneClient: headers['x-test-address'] !== undefined,
    }),
    allowedOrigin: (origin) => origin === site,
    authenticate: {
      sessionToken: async (token) => (token === 'alice' ? { playerId: '1', sessionId: '11' } : null),
      socketToken: async () => null,
      liveSessions: async (ids) => new Map(ids.map((id) => [id, 60_000])),
      cookie: (header) => /session=(\w+)/.exec(header ?? '')?.[1] ?? null,
    },
    bus: { state: () => 'ok', outages: () => 0, onOutage: () => undefined },
    handlers: {
      userProfile: async ({ identity }) => ({ success: true, data: { user: identity } }),
    },
    messageScopes: {},
    programs: { admit: async () => accepted, mark: async () => undefined },
    ownTopics: noOwnTopics,
    topicState: {
      rockets: () => [{ type: 'rocketsCountdown_response', payload: { success: true, data: {} } }],
      balls: () => [],
      tickets: () => [],
    },
    pageConnected: () => undefined,
  });
  server = createServer((_request, response) => response.end('page'));
  gateway.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.terminate();
  await gateway.shutdown();
  server.closeAllConnections();
  server.close();
});

const port = (): number => (server.address() as AddressInfo).port;

async function join(headers: Record<string, string> = {}, path = '/ws') {
  const ws = new WebSocket(`ws://127.0.0.1:${port()}${path}`, { headers });
  clients.push(ws);
  const received: ReceivedMessage[] = [];
  let wake = (): void => {};
  ws.on('message', (data: Buffer) => {
    received.push(JSON.parse(data.toString('utf8')));
    wake();
  });
  const closed = new Promise<number>((resolve) => {
    ws.on('close', resolve);
  });
  // Tests check the close that follows.
  ws.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    ws.once('open', resolve);
    ws.once('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))));
  });
  return {
    ws,
    closed,
    send: (type: string, requestId: string) => ws.send(signedMessage({ type, requestId, nowMs: Date.now() })),
    /** The next message of that type. */
    async receive(type: string): Promise<ReceivedMessage> {
      for (;;) {
        const at = received.findIndex((message) => message.type === type);
        const [message] = at === -1 ? [] : received.splice(at, 1);
        if (message !== undefined) return message;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

describe('the handshake', () => {
  test.each([
    ['A21 a foreign Origin', { origin: 'http://evil.test' }, '403'],
    ['A21 a foreign Origin with a cookie', { origin: 'http://evil.test', cookie: 'session=alice' }, '403'],
    ['A21 the Origin null', { origin: 'null', cookie: 'session=alice' }, '403'],
    ['A21 an empty Origin', { origin: '', cookie: 'session=alice' }, '403'],
    ['A21 a cookie and no Origin', { cookie: 'session=alice' }, '403'],
  ])('%s is refused', async (_name, headers, status) => {
    await expect(join(headers)).rejects.toThrow(status);
    expect(gateway.connectionCount()).toBe(0);
  });

  test('answers not_found to another path', async () => {
    await expect(join({}, '/socket')).rejects.toThrow('404');
  });

  test('accepts a visitor without either and sends the current state', async () => {
    const visitor = await join();
    expect(await visitor.receive('rocketsCountdown_response')).toMatchObject({ payload: { success: true } });
    visitor.send('userProfile', 'a');
    expect(await visitor.receive('userProfile_response')).toMatchObject({
      requestId: 'a',
      payload: { data: { user: null } },
    });
  });

  test("accepts the site's own page with its cookie as the player", async () => {
    const alice = await join({ origin: site, cookie: 'session=alice' });
    alice.send('userProfile', 'a');
    expect(await alice.receive('userProfile_response')).toMatchObject({
      payload: { data: { user: { playerId: '1', sessionId: '11' } } },
    });
    gateway.pushToPlayer('1', {
      type: 'updatedUser_response',
      payload: { success: true, data: { user: {} } },
    });
    await alice.receive('updatedUser_response');
    gateway.pushToPlayer('2', { type: 'updatedUser_response', payload: {} });
  });
});

describe('the number of connections', () => {
  const join3 = (headers: Record<string, string>) => Promise.all([1, 2, 3].map(() => join(headers)));

  test('A40: closes the oldest connection of a player above the limit by 1008', async () => {
    const headers = { origin: site, cookie: 'session=alice' };
    const joinBound = async () => {
      const client = await join(headers);
      client.send('userProfile', 'a');
      await client.receive('userProfile_response');
      return client;
    };
    const clients = [];
    for (let count = 0; count < 12; count += 1) clients.push(await joinBound());
    const [first, second, ...rest] = clients;
    expect(await first?.closed).toBe(1008);
    expect(await second?.closed).toBe(1008);
    gateway.pushToPlayer('1', { type: 'updatedUser_response', payload: { success: true } });
    for (const client of rest) await client.receive('updatedUser_response');
  });

  test('A40: frames a push once for all connections of a player', async () => {
    const clients = await join3({ origin: site, cookie: 'session=alice' });
    for (const client of clients) {
      client.send('userProfile', 'a');
      await client.receive('userProfile_response');
    }
    let serialized = 0;
    const payload = {
      toJSON() {
        serialized += 1;
        return { success: true };
      },
    };
    gateway.pushToPlayer('1', { type: 'updatedUser_response', payload });
    for (const client of clients) await client.receive('updatedUser_response');
    gateway.pushToPlayer('2', { type: 'updatedUser_response', payload });
    expect(serialized).toBe(1);
  });

  test('A40: refuses an address above the limit until one of its connections closes, and accepts others', async () => {
    const far = { 'x-test-address': 'far' };
    const clients = await Promise.all(Array.from({ length: 20 }, () => join(far)));
    await expect(join(far)).rejects.toThrow('429');
    await join({ 'x-test-address': 'elsewhere' });
    await Promise.all(Array.from({ length: 21 }, () => join()));
    clients[0]?.ws.terminate();
    await until('it has left', () => gateway.connectionCount() === 41);
    await join(far);
  });

  test('A40: counts a handshake as a request and refuses it before a query for its token', async () => {
    const taken: string[] = [];
    takeRequest = (subject) => {
      taken.push(subject);
      return refuse('rate_limited', { retryAfterSeconds: 7 });
    };
    await expect(join({ 'x-test-address': 'far', cookie: 'session=alice', origin: site })).rejects.toThrow(
      '429',
    );
    expect(taken).toEqual(['far']);
    await join();
  });

  test.each([
    ['another path', '/socket', ''],
    ['a foreign origin', '/ws', 'Origin: http://evil.test\r\n'],
    ['a handshake without a key', '/ws', 'Sec-WebSocket-Key: none\r\n'],
  ])(
    'A40: closes the connection of a refused handshake even if the client does not: %s',
    async (_name, path, more) => {
      // Half open: the client does not close its side.
      const socket = connect({ port: port(), host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => {});
      socket.resume();
      const [serverSide] = (await Promise.all([once(server, 'connection'), once(socket, 'connect')]))[0] as [
        Socket,
      ];
      const closed = once(serverSide, 'close');
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`,
      );
      await closed;
      expect(serverSide.destroyed).toBe(true);
      socket.destroy();
    },
  );

  test('answers a refused handshake with a problem document', async () => {
    const socket = connect(port(), '127.0.0.1');
    let text = '';
    socket.on('data', (data: Buffer) => (text += data.toString()));
    socket.write(
      'GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: http://evil.test\r\n\r\n',
    );
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[\s\S]*"code":"forbidden_origin"/);
  });
});

describe('connections', () => {
  test('delivers broadcasts to everyone, including long ones', async () => {
    const [one, two] = await Promise.all([join(), join({ origin: site })]);
    const text = 'x'.repeat(70_000);
    gateway.publish('tickets', { type: 'latestDraw_response', payload: { success: true, data: { text } } });
    for (const client of [one, two]) {
      expect(await client.receive('latestDraw_response')).toMatchObject({ payload: { data: { text } } });
    }
  });

  test('does not interleave broadcasts with pings of either side', async () => {
    const client = await join();
    for (let count = 0; count < 50; count += 1) {
      client.ws.ping('x'.repeat(100));
      gateway.publish('tickets', { type: `news${count}`, payload: { success: true } });
      await client.receive(`news${count}`);
    }
    expect(client.ws.readyState).toBe(WebSocket.OPEN);
  });

  test('A29: closes the connections of an ended session and no others', async () => {
    const alice = await join({ origin: site, cookie: 'session=alice' });
    const visitor = await join();
    alice.send('userProfile', 'a');
    await alice.receive('userProfile_response');
    gateway.closeSession('11');
    expect(await alice.closed).toBe(1008);
    visitor.send('ping', 'b');
    await visitor.receive('ping_response');
  });

  test('A32: closes for a flood by 1008 and for an oversized message by 1009', async () => {
    const [flooding, shouting] = await Promise.all([join(), join()]);
    for (let count = 0; count < 200; count += 1) flooding.send('ping', `r${count}`);
    shouting.ws.send('x'.repeat(17_000));
    expect(await flooding.closed).toBe(1008);
    expect(await shouting.closed).toBe(1009);
  });

  test('F15: drops a client that does not read, while others continue', async () => {
    const deaf = connect(port(), '127.0.0.1');
    deaf.on('error', () => {});
    deaf.write(
      'GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
    );
    await once(deaf, 'data');
    deaf.pause();
    const other = await join();
    expect(gateway.connectionCount()).toBe(2);
    const text = 'x'.repeat(500_000);
    for (let count = 0; gateway.connectionCount() === 2; count += 1) {
      if (count === 100) throw new Error('The deaf client was never dropped.');
      gateway.publish('tickets', { type: `news${count}`, payload: { text } });
      await other.receive(`news${count}`);
    }
    deaf.destroy();
  });

  test('F13: closes all connections by 1012 at shutdown and accepts no new ones', async () => {
    const client = await join();
    const over = gateway.shutdown();
    expect(await client.closed).toBe(1012);
    await over;
    await expect(join()).rejects.toThrow('503');
    expect(gateway.connectionCount()).toBe(0);
  });
});
