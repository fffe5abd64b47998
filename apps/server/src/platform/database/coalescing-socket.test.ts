import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CoalescingSocket } from './coalescing-socket.ts';

/** Counts what would be system calls. */
class CountingSocket extends CoalescingSocket {
  writes = 0;
  override _write(...args: Parameters<CoalescingSocket['_write']>): void {
    this.writes += 1;
    super._write(...args);
  }
  override _writev(...args: Parameters<NonNullable<CoalescingSocket['_writev']>>): void {
    this.writes += 1;
    super._writev?.(...args);
  }
}

let folder: string;
let server: Server;
let received: Promise<string>;
let socket: CountingSocket;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairground-socket-'));
  const path = join(folder, 'socket');
  received = new Promise((resolve, reject) => {
    server = createServer((peer) => {
      text(peer).then(resolve, reject);
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  socket = new CountingSocket();
  await new Promise<void>((resolve) => socket.connect(path, resolve));
});
afterEach(async () => {
  socket.destroy();
  server.close();
  await rm(folder, { recursive: true });
});

const send = (...texts: string[]): void => {
  socket.cork();
  for (const part of texts) socket.write(part);
  socket.uncork();
};

it('sends what is corked in one turn of the event loop together, and by the promises of that turn', async () => {
  send('a', 'b');
  await Promise.resolve();
  await Promise.resolve();
  send('c');
  socket.write('d');
  expect(socket.writes).toBe(0);
  await new Promise(setImmediate);
  expect(socket.writes).toBe(1);

  send('e');
  await new Promise(setImmediate);
  expect(socket.writes).toBe(2);
  socket.end();
  expect(await received).toBe('abcde');
});

it('sends what is not corked immediately', () => {
  socket.write('a');
  expect(socket.writes).toBe(1);
});

it('sends everything that was written before the end', async () => {
  send('a');
  socket.end('b');
  expect(await received).toBe('ab');
});
