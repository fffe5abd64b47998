import pg from 'pg';
import { expect, test } from 'vitest';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { driverMessages, isUnavailable } from './database.ts';

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

const fromServer = (code: string, message = 'failed') => {
  const error = new pg.DatabaseError(message, message.length, 'error');
  error.code = code;
  return error;
};

test.each([
  ['a refused connection', withCode('ECONNREFUSED')],
  ['a name that is not known', withCode('ENOTFOUND', 'getaddrinfo ENOTFOUND postgres')],
  ['a name server without an answer', withCode('EAI_AGAIN')],
  ['a network without a route', withCode('EHOSTUNREACH')],
  ['a connection that broke in a statement', new Error('Connection terminated unexpectedly')],
  [
    'a connection that broke between statements',
    new Error('Client has encountered a connection error and is not queryable'),
  ],
  ['a shutdown', fromServer('57P01')],
  ['a server that is starting', fromServer('57P03')],
  ['too many connections', fromServer('53300')],
  ['a transaction that the server ended because it was idle', fromServer('25P03')],
  ['a pool with no free connection', new Error('timeout exceeded when trying to connect')],
  ['an answer that did not come', new Error('Query read timeout')],
])('%s makes the database unavailable', (_name, error) => {
  expect(isUnavailable(error)).toBe(true);
});

test.each([
  ['a unique violation', fromServer('23505')],
  ['a syntax error', fromServer('42601')],
  ['another error', new Error('failed')],
  ['an error that only speaks of a timeout', new Error('the timeout of the round is negative')],
  ['an error of a statement whose text names one', fromServer('22023', 'invalid value for lock_timeout')],
  ['a subscription that was terminated', new Error('the subscription was terminated')],
  ['no error', 'timeout'],
])('%s does not', (_name, error) => {
  expect(isUnavailable(error)).toBe(false);
});

test('the driver still says what an error without a code is recognized by', () => {
  const require = createRequire(import.meta.url);
  const source = [
    require.resolve('pg/lib/client.js'),
    createRequire(require.resolve('pg')).resolve('pg-pool'),
  ]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  expect(driverMessages.filter((message) => !source.includes(`new Error('${message}'`))).toEqual([]);
});
