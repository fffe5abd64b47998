/** What remains of a call whose client hangs up before it is answered. */
import { connect } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../src/platform/logger.ts';
import type { Passwords } from '../../src/platform/secrets/passwords.ts';
import { cheapPasswords } from '../cheap-passwords.ts';
import { siteForAll } from '../for-tests.ts';
import { countConnections } from '../open-connections.ts';

const lines: string[] = [];
/** Ends the wait of a password that is being compared. */
let release: (() => void) | undefined;

const cheap = cheapPasswords();
const passwords: Passwords = {
  ...cheap,
  async verify(...of) {
    await new Promise<void>((resolve) => (release = resolve));
    return cheap.verify(...of);
  },
};

const testSite = siteForAll({
  passwords,
  log: createLogger('debug', { write: (line) => void lines.push(line) }),
});
beforeAll(async () => {
  await testSite.register('guessed');
});

/** Sends a request, and hangs up as soon as a password is compared. */
const hangUp = async (body: object): Promise<void> => {
  const { app, port } = testSite.site;
  const open = countConnections(app.server);
  const socket = connect(port, '127.0.0.1');
  const text = JSON.stringify(body);
  const headers = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${text.length}`;
  socket.write(`POST /api/auth/login HTTP/1.1\r\n${headers}\r\n\r\n${text}`);
  await expect.poll(() => release).toBeDefined();
  socket.resetAndDestroy();
  await expect.poll(open).toBe(0);
  release?.();
  release = undefined;
};

const metric = async (pattern: RegExp): Promise<number> => {
  const { body } = await testSite.site.app.inject({ url: '/metrics' });
  return Number(pattern.exec(body)?.[1] ?? 0);
};

it('logs a guess at a password, and counts and measures its call', async () => {
  await hangUp({ identifier: 'guessed', password: 'a wrong row of lanterns' });
  const events = () => lines.flatMap((line) => /"security":"sign_in","result":"(\w+)"/.exec(line)?.[1] ?? []);
  await expect.poll(events).toEqual(['refused']);
  expect(await metric(/fairground_security_events_total\{event="sign_in",result="refused"\} (\d+)/)).toBe(1);
  const answered = String.raw`method="POST",route="/api/auth/login",status="401"`;
  expect(await metric(new RegExp(`fairground_http_request_seconds_count\\{${answered}\\} (\\d+)`))).toBe(1);
  const about = lines.filter((line) => line.includes('"status":401') && line.includes('/api/auth/login'));
  expect(about).toHaveLength(1);
});

it('counts a call that was not begun since its client had gone as none of the site’s failures', async () => {
  const before = lines.length;
  const { app, port } = testSite.site;
  const socket = connect(port, '127.0.0.1');
  app.server.once('request', () => socket.resetAndDestroy());
  const headers = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 2';
  socket.write(`POST /api/auth/login HTTP/1.1\r\n${headers}\r\n\r\n{}`);
  const about = () => lines.slice(before).filter((line) => line.includes('/api/auth/login'));
  await expect.poll(about).toHaveLength(1);
  expect(about()[0]).toContain('"status":499');
});
