/**
 * The players of the bets benchmark: one connection each for as many bets as are in flight, kept alive, and
 * one bet at a time on each. It speaks plain HTTP/1.1 over bare sockets, because it shares the cores with
 * what it measures and a full client would take the larger part of them.
 */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { answerParent } from './lib/child.ts';
import { percentile } from './lib/figures.ts';
import { playerToken } from './bets-players.ts';

export interface LoadQuestion {
  port: number;
  inFlight: number;
  withKeys: boolean;
  stakeCoins: number;
  /** Players that have no bet yet: this many, from this id on. */
  firstPlayer: number;
  players: number;
  warmUpMs: number;
  measureMs: number;
}

export interface LoadAnswer {
  /** Accepted bets, in the measured time and altogether. */
  measured: number;
  accepted: number;
  /** Answers other than 201. */
  refused: number;
  firstRefusal: string | null;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
}

const run = async (question: LoadQuestion): Promise<LoadAnswer> => {
  const { inFlight, players, warmUpMs, measureMs } = question;
  const latencies: number[] = [];
  let used = 0;
  let accepted = 0;
  let refused = 0;
  let firstRefusal: string | null = null;
  const startedAt = performance.now();
  const measureFrom = startedAt + warmUpMs;
  const until = measureFrom + measureMs;
  let lastAt = measureFrom;

  const lines = await Promise.all(Array.from({ length: inFlight }, () => openLine(question.port)));
  await Promise.all(
    lines.map(async (line) => {
      while (used < players && performance.now() < until) {
        const text = betRequest(question, question.firstPlayer + used);
        used += 1;
        const sentAt = performance.now();
        const answer = await line.ask(text);
        const answeredAt = performance.now();
        if (!answer.startsWith('HTTP/1.1 201')) {
          refused += 1;
          firstRefusal ??= answer;
          continue;
        }
        accepted += 1;
        if (answeredAt >= measureFrom && answeredAt <= until) {
          latencies.push(answeredAt - sentAt);
          lastAt = answeredAt;
        }
      }
      line.close();
    }),
  );
  return {
    measured: latencies.length,
    accepted,
    refused,
    firstRefusal,
    seconds: (lastAt - measureFrom) / 1000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
};

const betRequest = ({ port, withKeys, stakeCoins }: LoadQuestion, player: number): string => {
  const body = JSON.stringify({ amount: stakeCoins });
  const key = withKeys ? `Idempotency-Key: bench-${player}\r\n` : '';
  return (
    `POST /api/aviator/create HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${playerToken(player)}\r\n` +
    `${key}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
};

interface Line {
  /** The whole answer: its head, and the body as long as the head says. */
  ask(text: string): Promise<string>;
  close(): void;
}

const openLine = (port: number): Promise<Line> =>
  new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received = '';
    let waiting: { resolve: (answer: string) => void; reject: (error: Error) => void } | undefined;
    const fail = (error: Error): void => {
      reject(error);
      waiting?.reject(error);
    };
    socket.setEncoding('latin1');
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('the site closed a connection')));
    socket.on('data', (chunk: string) => {
      received += chunk;
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1];
      if (length === undefined) return fail(new Error(`an answer without a length:\n${received}`));
      if (received.length < headEnd + 4 + Number(length)) return;
      const answer = received;
      received = '';
      waiting?.resolve(answer);
    });
    socket.once('connect', () =>
      resolve({
        ask: (text) =>
          new Promise((answered, failed) => {
            waiting = { resolve: answered, reject: failed };
            socket.write(text, 'latin1');
          }),
        close: () => {
          waiting = undefined;
          socket.destroy();
        },
      }),
    );
  });

answerParent(run);
