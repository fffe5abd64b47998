import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

function lines(log: (logger: ReturnType<typeof createLogger>) => void): string {
  const written: string[] = [];
  log(createLogger('info', { write: (line) => void written.push(line) }));
  return written.join('');
}

test.each([
  'token',
  'password',
  'newPassword',
  'currentPassword',
  'authorization',
  'cookie',
  'set-cookie',
  'seed',
])('A16 %s is hidden at every depth that we log', (field) => {
  const secret = { [field]: 'hunter2' };
  const text = lines((logger) => {
    logger.info(secret, 'flat');
    logger.info({ body: secret }, 'in a body');
    logger.info({ some: { headers: secret } }, 'in headers');
  });
  expect(text).not.toContain('hunter2');
  expect(text.match(/\[hidden\]/g)).toHaveLength(3);
});

test('logs a request without headers and without its query', () => {
  const req = {
    id: 'req-1',
    method: 'GET',
    url: '/reset?token=hunter2',
    ip: '::1',
    headers: { cookie: 'hunter2' },
  };
  const text = lines((logger) => logger.info({ req }, 'incoming'));
  expect(text).not.toContain('hunter2');
  expect(JSON.parse(text).req).toEqual({ id: 'req-1', method: 'GET', url: '/reset', ip: '::1' });
});

test.each([
  ['/reset-password%3Ftoken=hunter2', '/reset-password'],
  ['/reset-password%253ftoken=hunter2', '/reset-password'],
  ['/reset-password#token=hunter2', '/reset-password'],
  ['/reset-password;token=hunter2', '/reset-password'],
  ['http://x/reset-password?token=hunter2', 'http://x/reset-password'],
  [`/${'x'.repeat(5_000)}`, `/${'x'.repeat(199)}`],
])('a URL is logged as its path, of at most 200 characters: %s', (url, logged) => {
  const entry = JSON.parse(lines((logger) => logger.info({ req: { url }, url, originalUrl: url }, 'x')));
  expect([entry.req.url, entry.url, entry.originalUrl]).toEqual([logged, logged, logged]);
});

test('writes level and time in each line', () => {
  const entry = JSON.parse(lines((logger) => logger.warn('careful')));
  expect(entry).toMatchObject({ level: 'warn', msg: 'careful' });
  expect(new Date(entry.time).toISOString()).toBe(entry.time);
});
