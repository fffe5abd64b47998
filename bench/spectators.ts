/**
 * What a spectator of Aviator receives: messages and bytes a second, while 200 players bet in every round and cash out, half
 * of them by hand, over ten rounds (three to five minutes), or with `--short` one round with 50 players. Fails if a
 * spectator receives two messages a second or more, or if a message of the table is larger than 2 KB.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { browserSite, startSiteProcess } from '../apps/server/test/site-process.ts';
import type { SubjectResult } from './lib/alternate.ts';
import { addCleanup } from './lib/cleanups.ts';
import { report, type Column } from './lib/results.ts';
import { sized } from './lib/short.ts';

const rounds = sized(10, 1);
const players = sized(200, 50);
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
  onMessage(listener: (type: string, data: Record<string, unknown>) => void): void;
}

const connect = async (url: string, subscription: object): Promise<Line> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  addCleanup(() => socket.close());
  const received: Received[] = [];
  const listeners: ((type: string, data: Record<string, unknown>) => void)[] = [];
  socket.addEventListener('message', ({ data: text }: MessageEvent<string>) => {
    const { type, payload } = JSON.parse(text) as { type: string; payload: { data?: object } };
    received.push({
      atMs: performance.now(),
      type,
      bytes: Buffer.byteLength(text) + frameHeaderBytes,
    });
    for (const listener of listeners) listener(type, { ...payload.data });
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const requestId = randomUUID();
  const timestamp = new Date().toISOString();
  const signature = createHmac('sha256', '')
    .update(`${requestId}.${timestamp}.${JSON.stringify(subscription)}`)
    .digest('hex');
  socket.send(JSON.stringify({ type: 'subscribe', payload: subscription, requestId, timestamp, signature }));
  return { received, onMessage: (listener) => void listeners.push(listener) };
};

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

  const spectator = await connect(url, spectatorTopics);
  const player = await connect(url, playerTopics);
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
  let crashes = 0;
  let from: number | undefined;
  let until: number | undefined;
  const isOver = new Promise<void>((resolve) => {
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
      if (data['status'] === 'finished' && flying === roundId) {
        // From one crash to the crash ten rounds later: complete rounds.
        from ??= performance.now();
        if (crashes === rounds) {
          until = performance.now();
          resolve();
        }
        crashes += 1;
      }
    });
  });
  await Promise.race([isOver, sleep((rounds + 1) * maxRoundMs, undefined, { ref: false })]);
  if (from === undefined || until === undefined) throw new Error(`${rounds} rounds took too long`);
  const [fromMs, untilMs] = [from, until];

  const seconds = (untilMs - fromMs) / 1_000;
  const toFigures = ({ received }: Line) => {
    const counted = received.filter(({ atMs }) => atMs > fromMs && atMs <= untilMs);
    const tables = counted.filter(({ type }) => type === 'aviatorTable_response');
    return {
      perSecond: counted.length / seconds,
      tablesPerSecond: tables.length / seconds,
      bytesPerSecond: counted.reduce((sum, message) => sum + message.bytes, 0) / seconds,
      largestTable: Math.max(0, ...tables.map((message) => message.bytes - frameHeaderBytes)),
      inOneSecond: maxInOneSecond(counted),
      tablesInOneSecond: maxInOneSecond(tables),
    };
  };
  const watched = toFigures(spectator);
  const toSubject = (name: string, figures: ReturnType<typeof toFigures>): SubjectResult => ({
    name,
    runs: Object.fromEntries(Object.entries(figures).map(([figure, value]) => [figure, [value]])),
  });
  report('spectators', [
    {
      title: `Live messages of Aviator with their frames: ${rounds} rounds in ${Math.round(seconds)} s, ${players} players, ${totals.bets.toLocaleString('en-US')} bets, ${totals.cashOuts.toLocaleString('en-US')} cash-outs by hand`,
      columns,
      subjects: [toSubject('spectator', watched), toSubject('player with a bet', toFigures(player))],
    },
  ]);
  isEnding = true;
  await stopSite();
  await removeFolder();
  if (watched.perSecond >= 2) throw new Error('a spectator received two messages a second or more');
  if (watched.largestTable > maxTableBytes) throw new Error('a message of the table was larger than 2 KB');
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
