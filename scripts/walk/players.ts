/**
 * Load for walks through faults: players who bet over HTTP with idempotency keys and retry until they have a definite
 * answer, as the page does. Every acknowledgement is recorded, so that it can be compared with the ledger afterwards.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const requestTimeoutMs = 10_000;
const retryAfterMs = 250;
const betweenBetsMs = 300;

interface Acknowledged {
  game: string;
  bet: string;
  amount: number;
  outcome: 'acknowledged';
}

/** One answered or failed request: `status` is 0 where there was no answer. */
export interface Attempt {
  atMs: number;
  status: number;
  isStake: boolean;
}

export interface CashOut {
  bet: string;
  amountWonCoins: number;
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

export interface PlayerLoad {
  readonly stakes: readonly Acknowledged[];
  readonly cashOuts: readonly CashOut[];
  readonly attempts: readonly Attempt[];
  /** Ends after every open request has a definite answer, or after the given time. */
  stop(withinMs: number): Promise<void>;
  /** As `audit --acks` reads them. */
  writeStakes(file: string): void;
}

export const startPlayers = async (url: string, count: number): Promise<PlayerLoad> => {
  const stakes: Acknowledged[] = [];
  const cashOuts: CashOut[] = [];
  const attempts: Attempt[] = [];
  let isStopping = false;
  let abandonAtMs = Number.POSITIVE_INFINITY;

  const send = async (token: string, path: string, body: object, key: string): Promise<Answer> => {
    try {
      const response = await fetch(`${url}/api${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      return { status: response.status, body: isJson ? (JSON.parse(text) as Answer['body']) : {} };
    } catch {
      return { status: 0, body: {} };
    }
  };

  /** Retries under the same key until the answer is definite; undefined when the walk ends first. */
  const intend = async (token: string, path: string, body: object): Promise<Answer | undefined> => {
    const key = randomUUID();
    for (;;) {
      const answer = await send(token, path, body, key);
      attempts.push({ atMs: performance.now(), status: answer.status, isStake: path.endsWith('/create') });
      if (answer.status !== 0 && answer.status < 500 && answer.status !== 429) return answer;
      if (performance.now() > abandonAtMs) return undefined;
      await pause(retryAfterMs);
    }
  };

  const stake = async (token: string, game: string, path: string, body: object, amount: number) => {
    const answer = await intend(token, path, body);
    if (answer?.status !== 201) return undefined;
    const placed = (answer.body['bet'] ?? answer.body['game'] ?? answer.body['ticket']) as
      | (Record<string, unknown> & { id: string })
      | undefined;
    if (placed === undefined) throw new Error(`${path} answered 201 without what was placed`);
    stakes.push({ game, bet: String(placed.id), amount, outcome: 'acknowledged' });
    return placed;
  };

  const playAviator = async (token: string): Promise<void> => {
    const bet = await stake(token, 'aviator', '/aviator/create', { amount: 10 }, 10);
    if (bet === undefined) return;
    while (!isStopping) {
      const answer = await intend(token, '/aviator/cashout', {
        roundId: bet['roundId'],
        crashMultiplier: 1.2,
      });
      if (answer?.status === 200) {
        const saved = answer.body['aviatorBidSave'] as { id: string; amountWon: number };
        cashOuts.push({ bet: String(saved.id), amountWonCoins: saved.amountWon });
      }
      if (answer?.body['code'] !== 'too_early') return;
      await pause(betweenBetsMs);
    }
  };
  const playDoubleTrouble = (token: string) =>
    stake(token, 'doubleTrouble', '/doubleTrouble/create', { drawType: 'Under', amount: 10 }, 10);
  const playLottery = (token: string) =>
    stake(token, 'lottery', '/lottery/create', { numbers: [1, 9, 17, 25, 33, 41], bid: 10 }, 10);
  const plays = [playAviator, playAviator, playDoubleTrouble, playLottery];

  const tokens = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const username = `walk_${index}`;
      const answer = await intend('', '/auth/register', {
        username,
        email: `${username}@example.org`,
        password: 'a long walk at night',
        adult: true,
      });
      if (answer?.status !== 201)
        throw new Error(`${username} could not register: ${JSON.stringify(answer?.body)}`);
      return String(answer.body['token']);
    }),
  );
  attempts.length = 0;

  const playing = tokens.map(async (token, index) => {
    const play = plays[index % plays.length] ?? playAviator;
    while (!isStopping) {
      await play(token);
      await pause(betweenBetsMs);
    }
  });

  return {
    stakes,
    cashOuts,
    attempts,
    async stop(withinMs) {
      isStopping = true;
      abandonAtMs = performance.now() + withinMs;
      await Promise.all(playing);
    },
    writeStakes: (file) => writeFileSync(file, stakes.map((entry) => `${JSON.stringify(entry)}\n`).join('')),
  };
};
