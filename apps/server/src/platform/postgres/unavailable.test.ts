import pg from 'pg';
import { expect, test } from 'vitest';
import { isUnavailable } from './database.ts';

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

const fromServer = (code: string) => {
  const error = new pg.DatabaseError('failed', 6, 'error');
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
])('%s makes the database unavailable', (_name, error) => {
  expect(isUnavailable(error)).toBe(true);
});

test.each([
  ['a unique violation', fromServer('23505')],
  ['a syntax error', fromServer('42601')],
  ['another error', new Error('failed')],
  ['no error', 'timeout'],
])('%s does not', (_name, error) => {
  expect(isUnavailable(error)).toBe(false);
});
