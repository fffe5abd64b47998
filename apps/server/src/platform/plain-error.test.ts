/** What an operator reads where a server cannot be used: one line, never a stack. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { plainLine } from './plain-error.ts';
import { openDatabase } from './database/database.ts';

let server: Server | undefined;
const sockets = new Set<Socket>();

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

/** The line for a first statement to a server that treats connections like this. */
const lineFor = async (onConnection: (socket: Socket) => void): Promise<string | undefined> => {
  server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = { connectionString: `postgres://nobody@127.0.0.1:${port}/nothing` };
  const database = openDatabase({ address, connectWithinMs: 50, onError: () => undefined });
  const error = await database.query({ text: 'SELECT 1', values: [] }).catch((reason: unknown) => reason);
  await database.close();
  return plainLine(error);
};

it('names a server that does not answer', async () => {
  expect(await lineFor(() => undefined)).toMatch(
    /^The database cannot be reached: it does not answer in time/,
  );
});

it('names a server that closes the connection', async () => {
  expect(await lineFor((socket) => socket.destroy())).toMatch(/^The database (closed the connection|cannot)/);
});

it('says of a connection that broke what it was probably for', () => {
  const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' });
  expect(plainLine(broken)).toMatch(/^A connection broke during the start \(write EPIPE\), .*database/);
});

it('says of a certificate of an unknown authority where to read on', () => {
  const code = 'SELF_SIGNED_CERT_IN_CHAIN';
  const refused = Object.assign(new Error('self-signed certificate in certificate chain'), { code });
  expect(plainLine(refused)).toMatch(
    /^The database's certificate is not accepted \(self-signed.*see "TLS" in docs/,
  );
});

it('shows faults of the program in full', () => {
  expect(plainLine(new TypeError('x is undefined'))).toBeUndefined();
});
