/** The log contains no token of a client, and few short lines while everything is refused. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { databaseWork } from '../database-work.ts';
import { startTestSite, type TestSite } from '../test-site.ts';

let testSite: TestSite | undefined;
afterEach(async () => {
  databaseWork.interfere(undefined);
  await testSite?.close();
});

const startLogged = async (level: 'info' | 'trace') => {
  const lines: string[] = [];
  const log = createLogger(level, { write: (line) => void lines.push(line) });
  testSite = await startTestSite({ log, clock: { ...systemClock, monotonic: () => 0 } });
  return { lines, site: testSite.site };
};

it('logs no tokens from URLs at any level', async () => {
  const { lines, site } = await startLogged('trace');
  for (const path of [
    '/reset-password',
    '/api/auth/confirm-email',
    '/%ff',
    '/blog/%00',
    '/api/docs/static/%ff',
  ]) {
    for (const query of ['?token=hunter2', '%3Ftoken=hunter2', '?a=%ff&token=hunter2'])
      for (const method of ['GET', 'POST', 'PUT'] as const)
        await site.app.inject({ method, url: `${path}${query}` });
  }
  expect(lines.length).toBeGreaterThan(40);
  expect(lines.filter((line) => line.includes('hunter2'))).toEqual([]);
});

it('logs the method and the address of a request, but not its headers or body', async () => {
  const { lines, site } = await startLogged('trace');
  await site.app.inject({
    method: 'POST',
    url: '/api/user/update',
    headers: { authorization: `Bearer ${'x'.repeat(43)}`, 'content-type': 'application/json' },
    payload: { note: 'hunter2' },
  });
  const entries = lines.map((line) => JSON.parse(line) as { msg?: string; req?: object });
  const [entry] = entries.filter(({ msg }) => msg === 'request');
  expect(Object.keys(entry ?? {}).toSorted()).toEqual(['level', 'ms', 'msg', 'req', 'status', 'time']);
  expect(entry?.req).toEqual({
    id: expect.any(String),
    method: 'POST',
    url: '/api/user/update',
    ip: '127.0.0.1',
  });
});

it('logs a few short lines for a thousand refused calls', async () => {
  const { lines, site } = await startLogged('info');
  databaseWork.interfere((_client, text, run) =>
    text.includes('FROM session')
      ? Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
      : run(),
  );
  const before = lines.length;
  const headers = { authorization: `Bearer ${'x'.repeat(43)}` };
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, () => site.app.inject({ url: `/api/user/me?${'q'.repeat(500)}`, headers })),
  );
  expect(answers.every(({ statusCode }) => statusCode === 503)).toBe(true);
  // Work of the site that is not a call may fail at the same time.
  const written = lines
    .slice(before)
    .filter((line) => /request refused|the database is unavailable/.test(line));
  // The clock of this test does not move, so each message is written once.
  expect(written).toHaveLength(2);
  expect(lines.slice(before).filter((line) => line.includes('"req":')).length).toBeLessThanOrEqual(2);
  // The site's own work fails as well, and logs more the longer the thousand calls take.
  expect(lines.length - before).toBeLessThan(100);
  expect(written.map((line) => line.length).filter((length) => length > 400)).toEqual([]);
  expect(written.join('')).toContain('the database is unavailable');
});

it('does not take a client that breaks off its request for a lost database', async () => {
  const { lines, site } = await startLogged('trace');
  const arrived = once(site.app.server, 'request');
  const socket = connect(site.port, '127.0.0.1');
  const headers = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 9';
  socket.write(`POST /api/auth/login HTTP/1.1\r\n${headers}\r\n\r\n{`);
  const [request] = (await arrived) as [IncomingMessage];
  socket.destroy();
  await new Promise((resolve) => request.once('close', resolve));
  await nextTurn();
  expect(lines.filter((line) => line.includes('unavailable'))).toEqual([]);
});
