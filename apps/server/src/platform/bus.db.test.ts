import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createValkeyBus } from './bus-valkey.ts';
import type { Bus } from './bus.ts';
import { createInProcessBus } from './bus.ts';
import type { Log } from './logger.ts';

const logged: unknown[] = [];
const note = (...entry: unknown[]): void => void logged.push(entry);
const log: Log = { debug: note, info: note, warn: note, error: note };

const program = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0);
if (program === undefined) {
  console.info(
    'Skipped: the bus between processes needs valkey-server or redis-server (apt-get install redis-server).',
  );
}
const folder = mkdtempSync(path.join(os.tmpdir(), 'fg-bus-'));
const open: Bus[] = [];
let server: ChildProcess | null = null;
let url = '';

afterEach(async () => {
  for (const bus of open.splice(0)) await bus.close();
  logged.length = 0;
});
afterAll(() => {
  server?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const kept = (bus: Bus): Bus => {
  open.push(bus);
  return bus;
};
const inProcess = async (): Promise<Bus> => kept(createInProcessBus(log));
const overValkey = async (): Promise<Bus> => {
  await startServer();
  const bus = kept(createValkeyBus({ url, log }));
  await until(() => bus.state() === 'ok');
  return bus;
};

describe.each([
  { name: 'in one process', make: inProcess, runs: true },
  { name: 'over Valkey', make: overValkey, runs: program !== undefined },
])('the bus $name', ({ make, runs }) => {
  test.runIf(runs)('hands a message to every handler of its channel, once and at once', async () => {
    const bus = await make();
    const heard: string[] = [];
    bus.subscribe('a', (message) => heard.push(`one ${message}`));
    bus.subscribe('a', (message) => heard.push(`two ${message}`));
    bus.subscribe('b', (message) => heard.push(`other ${message}`));
    bus.publish('a', 'first');
    bus.publish('a', 'with spaces é');
    expect(heard).toEqual(['one first', 'two first', 'one with spaces é', 'two with spaces é']);
    await sleep(50);
    expect(heard).toHaveLength(4);
  });

  test.runIf(runs)('a handler that fails is logged and stops nobody', async () => {
    const bus = await make();
    const heard: string[] = [];
    bus.subscribe('a', () => {
      throw new Error('broken');
    });
    bus.subscribe('a', (message) => heard.push(message));
    bus.publish('a', 'news');
    expect(heard).toEqual(['news']);
    expect(JSON.stringify(logged)).toContain('could not be handled');
  });

  test.runIf(runs)('is ok, and carries nothing once closed', async () => {
    const bus = await make();
    const heard: string[] = [];
    bus.subscribe('a', (message) => heard.push(message));
    expect(bus.state()).toBe('ok');
    await bus.close();
    bus.publish('a', 'late');
    expect(heard).toEqual([]);
  });
});

describe.runIf(program !== undefined)('several processes over Valkey', () => {
  test('each hears the others, in order, and itself once', async () => {
    const [one, two] = [await overValkey(), await overValkey()];
    const heard: string[] = [];
    one.subscribe('rounds', (message) => heard.push(`one ${message}`));
    two.subscribe('rounds', (message) => heard.push(`two ${message}`));
    await sleep(50);
    for (const message of ['open', 'start', 'crash']) one.publish('rounds', message);
    await until(() => heard.length === 6);
    expect(heard.filter((each) => each.startsWith('two'))).toEqual(['two open', 'two start', 'two crash']);
  });

  test('F18 while Valkey is gone each serves its own and says so; when it is back they hear each other again', async () => {
    const [one, two] = [await overValkey(), await overValkey()];
    const heard: string[] = [];
    one.subscribe('rounds', (message) => heard.push(`one ${message}`));
    two.subscribe('rounds', (message) => heard.push(`two ${message}`));
    server?.kill('SIGKILL');
    server = null;
    await until(() => one.state() === 'away' && two.state() === 'away');
    one.publish('rounds', 'alone');
    expect(heard).toEqual(['one alone']);
    await startServer();
    await until(() => one.state() === 'ok' && two.state() === 'ok');
    await until(() => {
      one.publish('rounds', 'together');
      return heard.includes('two together');
    });
    expect(heard).not.toContain('two alone');
  });
});

async function startServer(): Promise<void> {
  if (server !== null || program === undefined) return;
  const port = url === '' ? await freePort() : Number(new URL(url).port);
  url = `valkey://127.0.0.1:${port}`;
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  server = spawn(program, args, { stdio: 'ignore' });
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, '127.0.0.1', resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return port;
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error('Not so within 10 s.');
    await sleep(10);
  }
}
