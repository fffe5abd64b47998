/**
 * The client process of the bets benchmark: as many keep-alive connections as bets in flight, with one bet at a time
 * on each.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveParent } from './lib/child.ts';
import { percentile } from './lib/figures.ts';
import { openConnection } from './lib/http-connection.ts';
import { playerToken } from './bets-players.ts';

export interface LoadRequest {
  port: number;
  /** Bets at the same time; with a rate, the most that may be. */
  inFlight: number;
  /**
   * Bets per second that are due whether or not earlier ones were answered, each timed from the moment at which it is
   * due.
   */
  ratePerSecond?: number | undefined;
  withKeys: boolean;
  /** The call that places a bet, below `/api`. */
  path: string;
  body: object;
  /** The first of consecutive ids of players, who bet in turn and once each. */
  firstPlayer: number;
  players: number;
  warmUpMs: number;
  measureMs: number;
}

const run = async (request: LoadRequest) => {
  const { inFlight, players, warmUpMs, measureMs } = request;
  const latencies: number[] = [];
  // A checkout that keeps keys apart from bets would answer those of an earlier run again.
  const runId = randomBytes(2).toString('hex');
  let used = 0;
  let accepted = 0;
  let refused = 0;
  let firstRefusal: string | null = null;
  const startedAt = performance.now();
  const measureFrom = startedAt + warmUpMs;
  const until = measureFrom + measureMs;
  let lastAt = measureFrom;

  const connections = await Promise.all(Array.from({ length: inFlight }, () => openConnection(request.port)));
  await Promise.all(
    connections.map(async (opened) => {
      let connection = opened;
      while (used < players && performance.now() < until) {
        const number = used;
        used += 1;
        const text = formatBet(request, request.firstPlayer + number, `${runId}-${number}`);
        const sentAt = await waitForTurn(request, startedAt, number);
        // The site closes one whose first turn takes more than ten seconds to come, as on a slow machine.
        if (!connection.isOpen()) connection = await openConnection(request.port);
        const response = await connection.send(text);
        const receivedAt = performance.now();
        if (!response.startsWith('HTTP/1.1 201')) {
          refused += 1;
          firstRefusal ??= response;
          continue;
        }
        accepted += 1;
        if (receivedAt >= measureFrom && receivedAt <= until) {
          latencies.push(receivedAt - sentAt);
          lastAt = receivedAt;
        }
      }
      connection.close();
    }),
  );
  return {
    /** Accepted bets, in the measured period and in total. */
    measured: latencies.length,
    accepted,
    /** Responses other than 201. */
    refused,
    firstRefusal,
    seconds: (lastAt - measureFrom) / 1000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
};

export type LoadResult = Awaited<ReturnType<typeof run>>;

/** Gives the time from which the bet's answer is timed. */
const waitForTurn = async (
  { ratePerSecond }: LoadRequest,
  startedAt: number,
  number: number,
): Promise<number> => {
  if (ratePerSecond === undefined) return performance.now();
  const dueAt = startedAt + (number * 1_000) / ratePerSecond;
  const waitMs = dueAt - performance.now();
  if (waitMs > 0) await sleep(waitMs);
  return dueAt;
};

const formatBet = (request: LoadRequest, player: number, key: string): string => {
  const { port, path, withKeys } = request;
  const body = JSON.stringify(request.body);
  const keyed = withKeys ? `Idempotency-Key: ${key}\r\nReceipt: 1\r\n` : '';
  return (
    `POST /api${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${playerToken(player)}\r\n` +
    `${keyed}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
};

serveParent(run);
