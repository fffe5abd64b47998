/** The players of the benchmark of sizes: each has a live connection, bets, and looks at pages in between. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { signedMessage } from '../../apps/server/test/test-line.ts';

export const playerCount = Number(process.env['BENCH_PLAYERS'] ?? 20);
/** How long a player waits after a step. */
const pauseMs = 2_000;

/** What a player who looks around asks for. */
const looks = [
  '/',
  '/games/aviator',
  '/api/user/me',
  '/api/aviator/recent',
  '/api/aviator/userHistory',
  '/api/aviator/globalHistory',
  '/leaderboard',
  '/profile',
];
const bets: readonly (readonly [path: string, body: object])[] = [
  ['/aviator/create', { amount: 10 }],
  ['/highStriker/create', { amount: 10, target: 2 }],
];

export interface Played {
  bets: number;
  /** Answers that a site should not give, or calls that found no site. */
  failures: number;
}

/** Plays for so long. Bets are refused between rounds, which is not a failure. */
export const playFor = async (url: string, ms: number): Promise<Played> => {
  const played = { bets: 0, failures: 0 };
  const endsAt = performance.now() + ms;
  const players = Array.from({ length: playerCount }, (_, at) => playAs(url, { at, endsAt, played }));
  await Promise.all(players);
  return played;
};

const playAs = async (
  url: string,
  { at, endsAt, played }: { at: number; endsAt: number; played: Played },
): Promise<void> => {
  const call = async (path: string, init: RequestInit = {}): Promise<Response | undefined> => {
    const response = await fetch(url + path, { signal: AbortSignal.timeout(30_000), ...init }).catch(
      () => undefined,
    );
    if (response === undefined || response.status >= 500) played.failures += 1;
    return response;
  };
  const post = (path: string, body: object, token = '') =>
    call(`/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  const guest = await post('/auth/guest', { adult: true });
  if (guest?.status !== 201) throw new Error(`a guest was refused: ${(await guest?.text()) ?? 'no answer'}`);
  const { token } = (await guest.json()) as { token: string };
  const line = openLine(url);
  // Players do not step together.
  await sleep((pauseMs * at) / playerCount);
  for (let step = at; performance.now() < endsAt; step += 1) {
    const isBet = step % 2 === 0;
    if (isBet) {
      const [path, body] = bets[(step / 2) % bets.length] ?? ['', {}];
      const response = await post(path, body, token);
      await response?.arrayBuffer();
      if (response?.status === 201) played.bets += 1;
    } else {
      const path = looks[((step - 1) / 2) % looks.length] ?? '/';
      await (await call(path, { headers: { authorization: `Bearer ${token}` } }))?.arrayBuffer();
    }
    await sleep(pauseMs);
  }
  line.close();
};

/** Follows Aviator as its page does. */
const openLine = (url: string): WebSocket => {
  const line = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  line.on('error', () => undefined);
  line.on('open', () =>
    line.send(
      signedMessage({
        type: 'subscribe',
        payload: { topics: ['aviator', 'aviatorTable', 'fair'], ticks: 'all' },
        requestId: randomUUID(),
        nowMs: Date.now(),
      }),
    ),
  );
  return line;
};
