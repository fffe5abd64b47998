/** Web servers in front of the site, each set up by its own documentation and the words of our page on proxies. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { findFreePort } from '../../apps/server/test/free-port.ts';
import { until } from '../../apps/server/test/player-client.ts';
import { signedMessage } from '../../apps/server/test/test-line.ts';
import { addCleanup } from '../bench/lib/cleanups.ts';
import { proxies as configs, type Proxy } from './proxy-configs.ts';
import { demand, readingsOf, versionOf, type Part, type Reading } from './reading.ts';
import { startReaderSite, type ReaderSite } from './reader-site.ts';

const socketsPerAddress = 3;

export const proxies: Part = {
  needs: Object.fromEntries(configs.map(({ program, debianPackage }) => [program, debianPackage])),
  async read() {
    const site = await startReaderSite({
      RATE_LIMITS: 'on',
      TRUST_PROXY: '127.0.0.1',
      MAX_SOCKETS_PER_ADDRESS: String(socketsPerAddress),
    });
    const readings: Reading[] = [];
    try {
      for (const proxy of configs) readings.push(...(await readBehind(proxy, site)));
    } finally {
      await site.end();
    }
    return readings;
  },
};

const readBehind = async (proxy: Proxy, site: ReaderSite): Promise<Reading[]> => {
  const { readings, look } = readingsOf(
    `${proxy.name} ${await versionOf(proxy.program, ...proxy.versionArgs)}`,
  );
  const { port, end } = await startProxy(proxy, site);
  try {
    await look('a page, in Brotli and in gzip', () => readPage(port));
    await look('a file of script', () => readScript(port));
    await look('a body of 60 KiB, and one of 70', () => sendBodies(port));
    await look('a request with `Upgrade: h2c`', () => askUpgrade(port));
    await look('`/metrics`', async () => {
      const { status } = await ask(port, '/metrics');
      demand(status === 404 || status === 403, `${status}`);
      return String(status);
    });
    await look('live messages, for 20 s', () => listen(port));
    await look('visitors who claim other addresses', () => claimAddresses(port));
    await look('a restart of the site while a player bets', () => betOverRestart(port, site));
  } finally {
    await end();
  }
  return readings;
};

const startProxy = async (
  proxy: Proxy,
  { port: sitePort }: ReaderSite,
): Promise<{ port: number; end: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-proxy-'));
  // Its workers may run as another user.
  await chmod(folder, 0o755);
  const port = await findFreePort();
  const configPath = join(folder, proxy.file);
  await writeFile(configPath, proxy.config({ port, sitePort, folder }));
  const child = spawn(proxy.program, proxy.args({ port, sitePort, folder, configPath }), {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const gone = once(child, 'exit');
  const end = addCleanup(async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await gone;
    clearTimeout(timer);
  });
  let hasEnded = false;
  void gone.then(() => (hasEnded = true));
  await until(`${proxy.name} passes requests on`, async () => {
    if (hasEnded) throw new Error(`${proxy.program} ended:\n${output}`);
    return (await ask(port, '/api/health/live').catch(() => undefined))?.status === 200;
  });
  return {
    port,
    end,
  };
};

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

interface Asked {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

const ask = async (
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Answer> => {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    timeout: 10_000,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    },
  });
  sent.once('timeout', () => sent.destroy(new Error(`${path}: no answer within 10 s`)));
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = await answer.toArray();
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() };
};

const post = (
  port: number,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  ask(port, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const readPage = async (port: number): Promise<string> => {
  const seen: string[] = [];
  for (const accepted of ['gzip, deflate, br', 'gzip']) {
    const { status, headers } = await ask(port, '/', { headers: { 'accept-encoding': accepted } });
    const encoding = headers['content-encoding'] ?? 'nothing';
    demand(status === 200, `${status}`);
    demand(encoding !== 'nothing', `${accepted}: not compressed`);
    demand(
      /no-cache/.test(headers['cache-control'] ?? ''),
      `Cache-Control: ${headers['cache-control'] ?? 'none'}`,
    );
    seen.push(encoding);
    const tag = headers.etag;
    demand(tag !== undefined, 'no ETag');
    const again = await ask(port, '/', { headers: { 'accept-encoding': accepted, 'if-none-match': tag } });
    demand(again.status === 304, `asked again with its ETag: ${again.status}`);
  }
  return `${seen.join(' and ')}, then 304`;
};

const readScript = async (port: number): Promise<string> => {
  const page = await ask(port, '/');
  const path = /src="(\/assets\/[^"]+\.js)"/.exec(page.text)?.[1];
  demand(path !== undefined, 'the page names none');
  const { status, headers } = await ask(port, path, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
  demand(status === 200, `${status}`);
  demand(
    /immutable/.test(headers['cache-control'] ?? ''),
    `Cache-Control: ${headers['cache-control'] ?? 'none'}`,
  );
  return `${headers['content-encoding'] ?? 'not compressed'}, ${headers['cache-control'] ?? ''}`;
};

const sendBodies = async (port: number): Promise<string> => {
  const send = (kib: number): Promise<Answer> =>
    post(port, '/api/auth/login', { identifier: 'x'.repeat(kib * 1_024) });
  const [fitting, larger] = [await send(60), await send(70)];
  demand(
    fitting.status === 400 && /json/.test(fitting.headers['content-type'] ?? ''),
    `60 KiB: ${fitting.status}`,
  );
  demand(larger.status === 413, `70 KiB: ${larger.status}`);
  const isOurs = /problem\+json/.test(larger.headers['content-type'] ?? '');
  return `the first is read, the second refused (413) by ${isOurs ? 'the site' : 'the proxy'}`;
};

const askUpgrade = async (port: number): Promise<string> => {
  const { status } = await ask(port, '/api/health/live', {
    headers: {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA',
    },
  });
  demand(status === 200, `${status}`);
  return '200, as if it had not asked';
};

const openSocket = (
  port: number,
  headers: Readonly<Record<string, string>> = {},
  from = '127.0.0.1',
): WebSocket => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers, localAddress: from });
  socket.on('error', () => undefined);
  return socket;
};

/** Resolves with whether the site took the connection. */
const isTaken = async (socket: WebSocket): Promise<boolean> => {
  await until('the connection is answered', () => socket.readyState !== WebSocket.CONNECTING, 20_000);
  return socket.readyState === WebSocket.OPEN;
};

const subscribe = (socket: WebSocket): void =>
  socket.send(
    signedMessage({
      type: 'subscribe',
      payload: { topics: ['aviator', 'aviatorTable'], ticks: 'all' },
      requestId: crypto.randomUUID(),
      nowMs: Date.now(),
    }),
  );

const listen = async (port: number): Promise<string> => {
  const socket = openSocket(port);
  demand(await isTaken(socket), 'refused');
  let messages = 0;
  let longestMs = 0;
  let lastAt = performance.now();
  socket.on('message', () => {
    messages += 1;
    longestMs = Math.max(longestMs, performance.now() - lastAt);
    lastAt = performance.now();
  });
  subscribe(socket);
  await sleep(20_000);
  const wasOpen = socket.readyState === WebSocket.OPEN;
  socket.terminate();
  demand(wasOpen, 'cut');
  demand(messages > 5, `${messages} messages`);
  return `messages all the time, none more than ${Math.ceil(longestMs / 1_000)} s after the one before`;
};

/** One connection more than an address may have, each with another claim: only the proxy's word on it counts. */
const claimAddresses = async (port: number): Promise<string> => {
  const sockets: WebSocket[] = [];
  const open = async (claimed: string, from: string): Promise<boolean> => {
    const socket = openSocket(port, { 'x-forwarded-for': claimed }, from);
    sockets.push(socket);
    return isTaken(socket);
  };
  try {
    for (let at = 0; at < socketsPerAddress; at += 1) {
      demand(await open(`203.0.113.${at + 1}`, '127.0.0.2'), 'a first connection is refused');
    }
    demand(
      !(await open('203.0.113.99', '127.0.0.2')),
      'the claim is believed: one connection more than an address may have',
    );
    demand(
      await open('203.0.113.1', '127.0.0.3'),
      'a visitor from another address shares the limit of the first',
    );
  } finally {
    for (const socket of sockets) socket.terminate();
    // The site hears that they are closed.
    await sleep(500);
  }
  return 'not believed; each address has its own limit';
};

/** Bets with a key, each repeated until the site itself has answered. */
const betOverRestart = async (port: number, site: ReaderSite): Promise<string> => {
  const guest = await post(port, '/api/auth/guest', { adult: true });
  demand(guest.status === 201, `a guest is refused: ${guest.status}`);
  const { token } = JSON.parse(guest.text) as { token: string };
  const authorization = `Bearer ${token}`;
  const socket = openSocket(port);
  demand(await isTaken(socket), 'the live connection is refused');
  let closedWith: number | undefined;
  socket.once('close', (code: number) => (closedWith = code));
  const kinds = new Set<string>();
  const placed = new Set<string>();
  let isOver = false;
  const playing = (async () => {
    while (!isOver) {
      const key = crypto.randomUUID();
      for (;;) {
        const answer = await post(
          port,
          '/api/highStriker/create',
          { amount: 100, target: 1.01 },
          { authorization, 'idempotency-key': key },
        ).catch(() => undefined);
        if (answer?.status === 201) placed.add(key);
        if (answer !== undefined && answer.status < 500) break;
        kinds.add(answer === undefined ? 'a cut connection' : String(answer.status));
        await sleep(100);
      }
      await sleep(150);
    }
  })();
  let backMs = Number.NaN;
  try {
    await sleep(2_000);
    await site.restart();
    const readyAt = performance.now();
    let again = openSocket(port);
    while (!(await isTaken(again))) {
      demand(performance.now() < readyAt + 20_000, 'no live connection within 20 s after the restart');
      await sleep(100);
      again = openSocket(port);
    }
    backMs = performance.now() - readyAt;
    again.terminate();
    await sleep(2_000);
  } finally {
    isOver = true;
    await playing;
  }
  const history = await ask(port, '/api/user/play/movements?source=highStriker&limit=100', {
    headers: { authorization },
  });
  const { entries, next } = JSON.parse(history.text) as { entries: unknown[]; next: string | null };
  demand(placed.size > 0, `no bet was taken: ${[...kinds].join(', ') || 'all were refused'}`);
  demand(next === null, 'more bets than one page of the history has');
  demand(
    entries.length === placed.size,
    `${placed.size} bets were answered, and ${entries.length} are there`,
  );
  return (
    `none of the bets lost or doubled; ${[...kinds].toSorted().join(', ') || 'no error'} while it was away; ` +
    `socket closed with ${closedWith ?? 'nothing'}, back within ${Math.ceil(backMs / 1_000)} s`
  );
};
