/**
 * What a spectator of Aviator receives: socket writes, messages and bytes a second, while 200 players bet in every
 * round and cash out, half of them by hand, over ten rounds with few spectators, and ten with more than 2,000 (five to
 * ten minutes), or with `--short` one round each with 50 players. A write is what arrives at once on a plain socket;
 * of the spectators the one that had the most is shown, because writes may arrive together where the load is slow to
 * read. Fails if a spectator receives two messages a second or more, or if a message of the table is larger than 2 KB.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signedMessage } from '../../apps/server/test/test-line.ts';
import { browserSite, startSiteProcess } from '../../apps/server/test/site-process.ts';
import type { SubjectResult } from './lib/alternate.ts';
import { addCleanup } from './lib/cleanups.ts';
import { createFrameReader, pong, textFrame } from './lib/frames.ts';
import { report, type Column } from './lib/results.ts';
import { sized } from './lib/short.ts';

const rounds = sized(10, 1);
const players = sized(200, 50);
/** More than with which the table has its slowest pace. */
const manySpectators = 2_100;
const connectedAtOnce = 100;
const countdownMs = sized(10_000, 3_000);
/** Cash-outs by hand are spread over the first seconds of a flight. */
const cashOutWithinMs = 6_000;
const maxTableBytes = 2_048;
const frameHeaderBytes = 4;
/** The longest flight lasts a minute and a half. */
const maxRoundMs = 110_000;

/** What the page of a visitor or of a player without a bet subscribes to. */
const spectatorTopics = { topics: ['aviator', 'aviatorTable', 'fair'], ticks: 'sparse' };
/** And that of a player with a bet in flight. */
const playerTopics = { ...spectatorTopics, ticks: 'all' };

const columns: readonly Column[] = [
  { figure: 'writesPerSecond', label: 'writes/s', digits: 2 },
  { figure: 'perSecond', label: 'messages/s', digits: 2 },
  { figure: 'tablesPerSecond', label: 'of the table', digits: 2 },
  { figure: 'bytesPerSecond', label: 'bytes/s', digits: 0 },
  { figure: 'largestTable', label: 'largest table', unit: 'bytes', digits: 0 },
  { figure: 'inOneSecond', label: 'highest in 1 s', digits: 0 },
  { figure: 'tablesInOneSecond', label: 'tables in 1 s', digits: 0 },
];

interface Received {
  atMs: number;
  type: string;
  bytes: number;
}

interface Line {
  received: Received[];
  /** When something arrived. */
  writes: number[];
  onMessage(listener: (type: string, data: Record<string, unknown>) => void): void;
}

/** One that only counts does not parse what it receives, and keeps no messages. */
const openLine = (url: string, subscription: object, { counts = false } = {}): Promise<Line> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket: Socket = connect({ host: hostname, port: Number(port) });
    addCleanup(() => void socket.destroy());
    const line = { received: [] as Received[], writes: [] as number[] };
    const listeners: ((type: string, data: Record<string, unknown>) => void)[] = [];
    const read = createFrameReader({
      onText(text) {
        if (counts) return;
        const { type, payload } = JSON.parse(text.toString()) as { type: string; payload: { data?: object } };
        line.received.push({ atMs: performance.now(), type, bytes: text.length + frameHeaderBytes });
        for (const listener of listeners) listener(type, { ...payload.data });
      },
      onPing: () => socket.write(pong),
    });
    let head = '';
    const readHandshake = (chunk: Buffer): void => {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      if (!head.startsWith('HTTP/1.1 101')) return reject(new Error(`handshake failed:\n${head}`));
      socket.off('data', readHandshake);
      socket.on('data', (bytes: Buffer) => {
        line.writes.push(performance.now());
        read(bytes);
      });
      socket.write(
        textFrame(
          signedMessage({
            type: 'subscribe',
            payload: subscription,
            requestId: randomUUID(),
            nowMs: Date.now(),
          }),
        ),
      );
      read(Buffer.from(head.slice(end + 4), 'latin1'));
      resolve({ ...line, onMessage: (listener) => void listeners.push(listener) });
    };
    socket.on('data', readHandshake);
    socket.once('error', reject);
    socket.write(
      `GET /ws HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
  });

const post = async (url: string, path: string, body: object, token?: string): Promise<Response> =>
  fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });

export const benchSpectators = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-bench-'));
  const removeFolder = addCleanup(() => rm(folder, { recursive: true, force: true }));
  const settings = {
    DATA_DIR: folder,
    AVIATOR_COUNTDOWN_MS: String(countdownMs),
    SIGNUP_COINS: '1000000',
  };
  // In a short run, the site whose rounds are short.
  const site = await startSiteProcess(settings, sized(undefined, browserSite));
  const stopSite = addCleanup(() => site.end('SIGTERM'));
  const { url } = site;
  const tokens: string[] = [];
  for (let player = 0; player < players; player += 1) {
    const response = await post(url, '/auth/guest', { adult: true });
    if (response.status !== 201) throw new Error(`a guest was refused: ${await response.text()}`);
    tokens.push(((await response.json()) as { token: string }).token);
  }

  const spectators = [await openLine(url, spectatorTopics)];
  const player = await openLine(url, playerTopics);
  const totals = { bets: 0, cashOuts: 0 };
  const play = async (token: string, at: number): Promise<void> => {
    const isByHand = at % 2 === 0;
    const auto = 1.01 + ((at * 7) % 200) / 100;
    const body = {
      amount: 10 * (1 + (at % 50)),
      ...(isByHand ? {} : { autoCashOut: Math.round(auto * 100) / 100 }),
    };
    await sleep(((at * 37) % players) * ((countdownMs * 0.7) / players));
    if ((await post(url, '/aviator/create', body, token)).status === 201) totals.bets += 1;
  };
  const cashOut = async (token: string, at: number, roundId: string): Promise<void> => {
    await sleep(((at * 53) % players) * (cashOutWithinMs / players));
    const response = await post(url, '/aviator/cashout', { roundId, crashMultiplier: 1_000 }, token);
    if (response.status === 200) totals.cashOuts += 1;
  };
  let isEnding = false;
  // Players continue until the site is stopped.
  const failed = (error: unknown): void => {
    if (!isEnding) console.error('a call of a player failed:', error);
  };

  let bettingOn: string | undefined;
  let flying: string | undefined;
  let crashed: () => void = () => undefined;
  const nextCrash = (): Promise<void> =>
    Promise.race([
      new Promise<void>((resolve) => (crashed = resolve)),
      sleep(maxRoundMs, undefined, { ref: false }).then(() => {
        throw new Error('a round took too long');
      }),
    ]);
  player.onMessage((type, data) => {
    const roundId = String(data['roundId']);
    if (type === 'aviatorCountdown_response' && bettingOn !== roundId) {
      bettingOn = roundId;
      tokens.forEach((token, at) => void play(token, at).catch(failed));
    }
    if (type !== 'aviatorDrawResult_response') return;
    if (data['status'] === 'ongoing' && flying !== roundId) {
      flying = roundId;
      // By hand: every second player.
      tokens.forEach((token, at) => at % 2 === 0 && void cashOut(token, at, roundId).catch(failed));
    }
    if (data['status'] === 'finished' && flying === roundId) crashed();
  });

  /** From one crash to the crash ten rounds later: complete rounds. */
  const watch = async () => {
    await nextCrash();
    const fromMs = performance.now();
    for (let round = 0; round < rounds; round += 1) await nextCrash();
    const untilMs = performance.now();
    const toFigures = ({ received, writes }: Line) => {
      const seconds = (untilMs - fromMs) / 1_000;
      const isCounted = (atMs: number): boolean => atMs > fromMs && atMs <= untilMs;
      const counted = received.filter(({ atMs }) => isCounted(atMs));
      const tables = counted.filter(({ type }) => type === 'aviatorTable_response');
      return {
        writesPerSecond: writes.filter(isCounted).length / seconds,
        perSecond: counted.length / seconds,
        tablesPerSecond: tables.length / seconds,
        bytesPerSecond: counted.reduce((sum, message) => sum + message.bytes, 0) / seconds,
        largestTable: Math.max(0, ...tables.map((message) => message.bytes - frameHeaderBytes)),
        inOneSecond: maxInOneSecond(counted),
        tablesInOneSecond: maxInOneSecond(tables),
      };
    };
    const ofSpectators = spectators.map(toFigures);
    const [first] = ofSpectators;
    if (first === undefined) throw new Error('there is no spectator');
    return {
      seconds: Math.round((untilMs - fromMs) / 1_000),
      spectator: {
        ...first,
        writesPerSecond: Math.max(...ofSpectators.map(({ writesPerSecond }) => writesPerSecond)),
      },
      player: toFigures(player),
    };
  };
  const few = await watch();
  while (spectators.length < manySpectators) {
    const batch = Math.min(connectedAtOnce, manySpectators - spectators.length);
    const open = () => openLine(url, spectatorTopics, { counts: true });
    spectators.push(...(await Promise.all(Array.from({ length: batch }, open))));
  }
  const many = await watch();

  const toSubject = (name: string, figures: Record<string, number>): SubjectResult => ({
    name,
    runs: Object.fromEntries(Object.entries(figures).map(([figure, value]) => [figure, [value]])),
  });
  report('spectators', [
    {
      title:
        `Live messages of Aviator with their frames: ${rounds} rounds in ${few.seconds} s with one spectator ` +
        `and ${rounds} in ${many.seconds} s with ${manySpectators.toLocaleString('en-US')}, ` +
        `${players} players, ${totals.bets.toLocaleString('en-US')} bets, ` +
        `${totals.cashOuts.toLocaleString('en-US')} cash-outs by hand`,
      columns,
      subjects: [
        toSubject('one of many spectators', many.spectator),
        toSubject('player with a bet, at the same time', many.player),
        toSubject('the only spectator', few.spectator),
        toSubject('player with a bet', few.player),
      ],
    },
  ]);
  isEnding = true;
  await stopSite();
  await removeFolder();
  for (const { spectator } of [few, many]) {
    if (spectator.perSecond >= 2) throw new Error('a spectator received two messages a second or more');
    if (spectator.largestTable > maxTableBytes)
      throw new Error('a message of the table was larger than 2 KB');
  }
};

/** The highest number of messages that arrived within one second. */
const maxInOneSecond = (messages: readonly Received[]): number => {
  let highest = 0;
  let first = 0;
  messages.forEach(({ atMs }, at) => {
    while ((messages[first]?.atMs ?? atMs) <= atMs - 1_000) first += 1;
    highest = Math.max(highest, at - first + 1);
  });
  return highest;
};
