/**
 * A33: clients that are deliberately slow or send nothing. The limits are the production ones and the clock is real,
 * so all kinds wait concurrently while other clients are served.
 */
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { siteForAll } from '../for-tests.ts';
import { until } from '../player-client.ts';

let token: string;

const testSite = siteForAll();
beforeAll(async () => {
  ({ token } = await testSite.register('patient'));
});

interface Slow {
  socket: Socket;
  response: string;
  closedAfterMs: number | undefined;
  timer: NodeJS.Timeout | undefined;
}

const openSlow = (first: string, drip?: string): Slow => {
  const startedAt = performance.now();
  const socket = connect(testSite.site.port, '127.0.0.1');
  const slow: Slow = { socket, response: '', closedAfterMs: undefined, timer: undefined };
  if (first) socket.write(first);
  if (drip !== undefined) slow.timer = setInterval(() => socket.writable && socket.write(drip), 500);
  socket.on('data', (data: Buffer) => (slow.response += data.toString()));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(slow.timer);
    slow.closedAfterMs = performance.now() - startedAt;
  });
  return slow;
};
const many = (count: number, open: () => Slow): Slow[] => Array.from({ length: count }, open);

const post = (more: string) =>
  `POST /api/mineField/create HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ` +
  `application/json\r\n${more}`;

it('A33: closes silent sockets, slow headers and endless bodies in time and serves other clients', async () => {
  const kinds = {
    silent: many(300, () => openSlow('')),
    'slow headers': many(20, () => openSlow('GET /api/games/config HTTP/1.1\r\n', 'X-Slow: 1\r\n')),
    'headers that stop': many(20, () => openSlow('GET /api/games/config HTTP/1.1\r\nHost: x\r\n')),
    'a slow body': many(20, () => openSlow(post('Content-Length: 60000\r\n\r\n{'), ' ')),
    'a body that stops': many(20, () => openSlow(post('Content-Length: 60000\r\n\r\n{'))),
    'a body without end': many(20, () => openSlow(post('Transfer-Encoding: chunked\r\n\r\n'), '1\r\n \r\n')),
    'a second request that stops': many(20, () =>
      openSlow(
        'GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\nGET /api/games/config HTTP/1.1\r\nHost: x\r\n',
      ),
    ),
  };
  const all = Object.values(kinds).flat();
  let served = 0;
  let failed = 0;
  await until(
    'all of them are closed',
    async () => {
      const answer = await fetch(`${testSite.site.url}/api/user/me`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (answer.status === 200) served += 1;
      else failed += 1;
      return all.every(({ closedAfterMs }) => closedAfterMs !== undefined);
    },
    60_000,
  );
  const slowest = Object.entries(kinds).map(([kind, list]) => [
    kind,
    Math.round(Math.max(...list.map(({ closedAfterMs }) => closedAfterMs ?? Infinity)) / 100) / 10,
  ]);
  console.log('seconds until closed:', Object.fromEntries(slowest), `${served} calls of another served`);
  expect(failed).toBe(0);
  expect(served).toBeGreaterThan(100);
  // 10 s for headers, 15 s for a complete request, and a margin for the interval of the checks and a busy machine.
  for (const [kind, seconds] of slowest) expect(seconds, String(kind)).toBeLessThan(25);
  for (const { response } of kinds['a slow body']) expect(response).toMatch(/^HTTP\/1.1 408/);
  // No request that never ended was executed.
  const [games] = await testSite.rows<{ count: bigint }>('SELECT count(*) FROM minefield_game');
  expect(games?.count).toBe(0n);
}, 90_000);
