import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import {
  createValkeyServer,
  valkeyMissing,
  valkeyProgram,
  type ValkeyServer,
} from '../../../test/valkey-server.ts';
import { systemClock } from '../clock.ts';
import { createValkeyBus } from './bus-valkey.ts';
import { createValkeyClient } from './valkey-client.ts';
import type { Bus } from './bus.ts';
import { createInProcessBus } from './bus.ts';
import type { Log } from '../logger.ts';

const logged: unknown[] = [];
const note = (...entry: unknown[]): void => void logged.push(entry);
const log: Log = { debug: note, info: note, warn: note, error: note };

if (valkeyProgram === undefined) console.info(valkeyMissing);
const open: Bus[] = [];
let valkey: ValkeyServer | undefined;

afterEach(async () => {
  for (const bus of open.splice(0)) await bus.close();
  logged.length = 0;
});
afterAll(() => valkey?.remove());

const closeLater = (bus: Bus): Bus => {
  open.push(bus);
  return bus;
};
const inProcess = async (): Promise<Bus> => closeLater(createInProcessBus(log));
const overValkey = async (): Promise<Bus> => {
  const bus = closeLater(createValkeyBus({ url: await startServer(), log, clock: systemClock }));
  await until(() => bus.state() === 'ok');
  return bus;
};

describe.each([
  { name: 'in one process', make: inProcess, runs: true },
  { name: 'over Valkey', make: overValkey, runs: valkeyProgram !== undefined },
])('the bus $name', ({ make, runs }) => {
  test.runIf(runs)('delivers a message to every handler of its channel, once and immediately', async () => {
    const bus = await make();
    const received: string[] = [];
    bus.subscribe('a', (message) => received.push(`one ${message}`));
    bus.subscribe('a', (message) => received.push(`two ${message}`));
    bus.subscribe('b', (message) => received.push(`other ${message}`));
    bus.publish('a', 'first');
    bus.publish('a', 'with spaces é');
    expect(received).toEqual(['one first', 'two first', 'one with spaces é', 'two with spaces é']);
    await sleep(50);
    expect(received).toHaveLength(4);
  });

  test.runIf(runs)('logs a handler that fails and calls the others', async () => {
    const bus = await make();
    const received: string[] = [];
    bus.subscribe('a', () => {
      throw new Error('broken');
    });
    bus.subscribe('a', (message) => received.push(message));
    bus.publish('a', 'news');
    expect(received).toEqual(['news']);
    expect(JSON.stringify(logged)).toContain('could not be handled');
  });

  test.runIf(runs)('is ok, and delivers nothing after it is closed', async () => {
    const bus = await make();
    const received: string[] = [];
    bus.subscribe('a', (message) => received.push(message));
    expect(bus.state()).toBe('ok');
    await bus.close();
    bus.publish('a', 'late');
    expect(received).toEqual([]);
  });
});

describe.runIf(valkeyProgram !== undefined)('several processes over Valkey', () => {
  test('deliver messages to each other in order, and to themselves once', async () => {
    const [one, two] = [await overValkey(), await overValkey()];
    const received: string[] = [];
    one.subscribe('rounds', (message) => received.push(`one ${message}`));
    two.subscribe('rounds', (message) => received.push(`two ${message}`));
    await sleep(50);
    for (const message of ['open', 'start', 'crash']) one.publish('rounds', message);
    await until(() => received.length === 6);
    expect(received.filter((each) => each.startsWith('two'))).toEqual(['two open', 'two start', 'two crash']);
  });

  test('treat a server that hangs as away, and one that goes on as ok', async () => {
    const bus = await overValkey();
    let outages = 0;
    bus.onOutage(() => (outages += 1));
    valkey?.freeze();
    await until(() => bus.state() === 'away');
    expect(outages).toBe(1);
    valkey?.thaw();
    await until(() => bus.state() === 'ok');
    expect([outages, bus.outages()]).toEqual([1, 1]);
    valkey?.kill();
  });

  test.each([0, 1])(
    'are away when connection %i alone is silent, and ok again over a new one',
    async (which) => {
      const server = new URL(await startServer());
      const answers: { from: Socket; to: Socket }[] = [];
      const proxy = createServer((to) => {
        const from = connect(Number(server.port), server.hostname);
        for (const each of [from, to]) each.on('error', () => undefined);
        to.pipe(from).pipe(to);
        answers.push({ from, to });
      });
      await once(proxy.listen(0, '127.0.0.1'), 'listening');
      const { port } = proxy.address() as AddressInfo;
      const bus = closeLater(createValkeyBus({ url: `redis://127.0.0.1:${port}`, log, clock: systemClock }));
      await until(() => bus.state() === 'ok');
      answers[which]?.from.unpipe(answers[which].to);
      await until(() => bus.state() === 'away');
      expect(logged.at(-1)).toMatchObject([{ err: { message: 'Valkey is silent' } }, expect.any(String)]);
      await until(() => bus.state() === 'ok');
      expect([answers.length, bus.outages()]).toEqual([3, 1]);
      await bus.close();
      proxy.close();
    },
  );

  test('F5: do not take their own suspension for a silence of the server', async () => {
    const bus = await overValkey();
    for (let turn = 0; turn < 8; turn++) {
      for (const until = performance.now() + 1_200; performance.now() < until;);
      await sleep(1);
    }
    expect(bus.outages()).toBe(0);
  });

  test('reject what waits for the answer of a server that hangs', async () => {
    const client = createValkeyClient(await startServer(), { givenUpAfterMs: 750 });
    client.on('error', () => undefined);
    await client.connect();
    valkey?.freeze();
    await expect(client.get('a')).rejects.toThrow();
    client.destroy();
    valkey?.kill();
  });

  test('deliver no messages of another site on the server, whatever the number of its database', async () => {
    const url = await startServer();
    const received: string[] = [];
    const [one, same, other] = ['one', 'one', 'other'].map((site, index) =>
      closeLater(createValkeyBus({ url: `${url}/${index}`, site, log, clock: systemClock })),
    ) as [Bus, Bus, Bus];
    await until(() => [one, same, other].every((bus) => bus.state() === 'ok'));
    same.subscribe('rounds', (message) => received.push(`same ${message}`));
    other.subscribe('rounds', (message) => received.push(`other ${message}`));
    await sleep(50);
    one.publish('rounds', 'open');
    await until(() => received.length > 0);
    await sleep(50);
    expect(received).toEqual(['same open']);
  });

  test('are away, and say so once, where the server does not know the user', async () => {
    const { host } = new URL(await startServer());
    const url = `redis://nobody:wrong@${host}`;
    const bus = closeLater(createValkeyBus({ url, log, clock: systemClock }));
    await until(() => logged.length > 0);
    await sleep(300);
    expect(bus.state()).toBe('away');
    expect(logged).toEqual([
      [
        { err: expect.objectContaining({ message: expect.stringMatching(/^WRONGPASS/) }) },
        expect.any(String),
      ],
    ]);
  });

  test.each([
    ['hear', '&spoken-only'],
    ['speak', '-publish'],
  ])('are away while the user may not %s, and ok once it may', async (_, right) => {
    const server = new URL(await startServer());
    const admin = createValkeyClient(server.href, { givenUpAfterMs: 3_000 });
    admin.on('error', () => undefined);
    await admin.connect();
    const allow = (...rights: string[]) => admin.sendCommand(['ACL', 'SETUSER', 'limited', ...rights]);
    await allow(
      'on',
      '>word',
      '~*',
      '+@all',
      ...(right.startsWith('&') ? ['resetchannels'] : ['allchannels']),
      right,
    );
    const url = `redis://limited:word@${server.host}`;
    const bus = closeLater(createValkeyBus({ url, log, clock: systemClock }));
    bus.subscribe('rounds', () => undefined);
    const refusals = () => logged.filter((line) => inspect(line).includes('NOPERM'));
    await until(() => {
      bus.publish('rounds', 'open');
      return refusals().length > 0;
    });
    bus.publish('rounds', 'open');
    await sleep(300);
    expect([bus.state(), refusals().length]).toEqual(['away', 1]);
    await allow('allchannels', '+publish');
    await until(() => {
      bus.publish('rounds', 'open');
      return bus.state() === 'ok';
    });
    admin.destroy();
  });

  test('F18: deliver only their own messages and report it while Valkey is down, then reconnect', async () => {
    const [one, two] = [await overValkey(), await overValkey()];
    const received: string[] = [];
    one.subscribe('rounds', (message) => received.push(`one ${message}`));
    two.subscribe('rounds', (message) => received.push(`two ${message}`));
    const outages = one.outages();
    valkey?.kill();
    await until(() => one.state() === 'away' && two.state() === 'away');
    one.publish('rounds', 'alone');
    expect(received).toEqual(['one alone']);
    await startServer();
    await until(() => one.state() === 'ok' && two.state() === 'ok');
    await until(() => {
      one.publish('rounds', 'together');
      return received.includes('two together');
    });
    expect(received).not.toContain('two alone');
    expect(one.outages()).toBe(outages + 1);
  });
});

async function startServer(): Promise<string> {
  valkey ??= await createValkeyServer();
  valkey.start();
  return valkey.url;
}

/** The time limit only ends a test that would never pass. */
async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + 25_000;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error('Not so within 25 s.');
    await sleep(10);
  }
}
