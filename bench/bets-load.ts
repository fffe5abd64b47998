/**
 * The client process of the bets benchmark: as many keep-alive connections as bets in flight, with one bet at a time
 * on each. It writes HTTP/1.1 to plain sockets: client and server share the cores, and an HTTP library would use more
 * of them than the server.
 */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { serveParent } from './lib/child.ts';
import { percentile } from './lib/figures.ts';
import { playerToken } from './bets-players.ts';

export interface LoadRequest {
  port: number;
  inFlight: number;
  withKeys: boolean;
  stakeCoins: number;
  /** The first of consecutive ids of players without a bet. */
  firstPlayer: number;
  players: number;
  warmUpMs: number;
  measureMs: number;
}

export interface LoadResult {
  /** Accepted bets, in the measured period and in total. */
  measured: number;
  accepted: number;
  /** Responses other than 201. */
  refused: number;
  firstRefusal: string | null;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
}

const run = async (request: LoadRequest): Promise<LoadResult> => {
  const { inFlight, players, warmUpMs, measureMs } = request;
  const latencies: number[] = [];
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
    connections.map(async (connection) => {
      while (used < players && performance.now() < until) {
        const text = formatBet(request, request.firstPlayer + used);
        used += 1;
        const sentAt = performance.now();
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
    measured: latencies.length,
    accepted,
    refused,
    firstRefusal,
    seconds: (lastAt - measureFrom) / 1000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
};

const formatBet = ({ port, withKeys, stakeCoins }: LoadRequest, player: number): string => {
  const body = JSON.stringify({ amount: stakeCoins });
  const key = withKeys ? `Idempotency-Key: bench-${player}\r\n` : '';
  return (
    `POST /api/aviator/create HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${playerToken(player)}\r\n` +
    `${key}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
};

interface Connection {
  /** Returns the complete response: headers, and a body of their content-length. */
  send(text: string): Promise<string>;
  close(): void;
}

const openConnection = (port: number): Promise<Connection> =>
  new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received = '';
    let pending: { resolve: (response: string) => void; reject: (error: Error) => void } | undefined;
    const fail = (error: Error): void => {
      reject(error);
      pending?.reject(error);
    };
    socket.setEncoding('latin1');
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('the site closed a connection')));
    socket.on('data', (chunk: string) => {
      received += chunk;
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1];
      if (length === undefined) return fail(new Error(`a response without a content-length:\n${received}`));
      if (received.length < headEnd + 4 + Number(length)) return;
      const response = received;
      received = '';
      pending?.resolve(response);
    });
    socket.once('connect', () =>
      resolve({
        send: (text) =>
          new Promise((onResponse, onError) => {
            pending = { resolve: onResponse, reject: onError };
            socket.write(text, 'latin1');
          }),
        close: () => {
          pending = undefined;
          socket.destroy();
        },
      }),
    );
  });

serveParent(run);
