/** What listens on a port takes visitors in as fast as they come, closes whole, and shares the port with no other. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { plainLine } from '../platform/plain-error.ts';
import { listen } from './listen.ts';

const host = '127.0.0.1';

const open = async (
  install: (app: FastifyInstance) => void = () => undefined,
): Promise<{ app: FastifyInstance; port: number }> => {
  const app = fastify({ forceCloseConnections: 'idle' });
  install(app);
  onTestFinished(() => app.close());
  return { app, port: await listen(app, { host, port: 0 }) };
};

/** Ends once the kernel has taken so many connections. */
const connectMany = `
  const { connect } = require('node:net');
  const [port, count] = process.argv.slice(1).map(Number);
  let connected = 0;
  const add = () => ++connected === count && process.exit();
  for (let each = 0; each < count; each++) connect(port, '${host}', add);
`;

it.runIf(process.platform === 'linux')('many that wait are taken in one turn of the event loop', async () => {
  const waiting = 160;
  const { app, port } = await open();
  let taken = 0;
  app.server.on('connection', () => void taken++);
  // This process has no turn meanwhile.
  const args = ['-e', connectMany, String(port), String(waiting)];
  expect(spawnSync(process.execPath, args, { timeout: 10_000 }).status).toBe(0);
  let turns = 0;
  for (; taken < waiting; turns++) await nextTurn();
  // Ten for each of sixteen sockets, but never as equally; a single socket takes 160.
  expect(turns).toBeLessThan(40);
});

it('a port that is shared by its sockets is refused to another site', async () => {
  const { port } = await open();
  const other = fastify();
  const error: unknown = await listen(other, { host, port }).catch((reason: unknown) => reason);
  await other.close();
  expect(plainLine(error)).toMatch(new RegExp(`^Port ${port} is in use`));
});

it('a close waits for calls in progress on every socket', async () => {
  const calls = 40;
  const held: (() => void)[] = [];
  let answered = 0;
  const { app, port } = await open((opened) => {
    opened.get('/', () => new Promise<string>((resolve) => held.push(() => resolve('held'))));
  });
  const answers = Array.from({ length: calls }, async () => {
    const [answer] = (await once(request({ host, port, path: '/', agent: false }).end(), 'response')) as [
      IncomingMessage,
    ];
    answer.resume();
    answered++;
    return answer.statusCode;
  });
  while (held.length < calls) await nextTurn();
  let isClosed = false;
  const closing = app.close().then(() => void (isClosed = true));
  const last = held.pop();
  for (const release of held) release();
  while (answered < calls - 1) await nextTurn();
  for (let turn = 0; turn < 100; turn++) await nextTurn();
  // It is a call of the first socket once in sixteen runs, whose calls Fastify waits for by itself.
  expect(isClosed).toBe(false);
  last?.();
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  await closing;
});
