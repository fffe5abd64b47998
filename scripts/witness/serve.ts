/** The call `add-checkpoint` over HTTP. Callers are strangers: none of them may keep others from being signed for. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { judgeAddCheckpoint } from '@fairground/fairness/log-cosigner';
import { WitnessFault, type Kept } from './keep.ts';

const maxBody = 65_536;
/** For a request and its body. */
const requestTimeoutMs = 5_000;
const maxConnections = 500;
const maxConnectionsOfAddress = 20;

interface ServeOptions {
  atSeconds: () => number;
  /** What was done to the log, or why a request could not be answered. */
  failed: (error: unknown) => void;
}

export const createSigner = (kept: Kept, { atSeconds, failed }: ServeOptions): Server => {
  const connections = new Map<string, number>();
  const server = createServer(
    // Without the interval, Node looks for requests that take too long every 30 s.
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: 1_000,
    },
    (request, response) => {
      const answer = (status: number, body = '', type = 'text/plain; charset=utf-8') =>
        response.writeHead(status, { 'content-type': type }).end(body);
      if (request.method !== 'POST' || request.url !== '/add-checkpoint') {
        answer(404);
        return;
      }
      // The body is complete before the request waits in line for its turn.
      readBody(request)
        .then(async (body) => {
          if (body === undefined) return answer(413, 'The request is too long.\n');
          const judged = await kept.sign(() =>
            judgeAddCheckpoint(body, {
              logKey: kept.logKey,
              isKnown: kept.isKnown,
              lastOf: kept.signedOf,
              witness: kept.witness,
              atSeconds: atSeconds(),
            }),
          );
          return answer(judged.status, judged.body, judged.status === 409 ? 'text/x.tlog.size' : undefined);
        })
        .catch((error: unknown) => {
          // The caller has left, or was too slow.
          if (request.errored) return;
          if (!(error instanceof WitnessFault)) answer(500, 'The witness could not store its signature.\n');
          failed(error);
        });
    },
  );
  server.maxConnections = maxConnections;
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (connections.get(address) ?? 0) + 1;
    connections.set(address, count);
    socket.once('close', () => {
      const left = (connections.get(address) ?? 0) - 1;
      if (left > 0) connections.set(address, left);
      else connections.delete(address);
    });
    if (count > maxConnectionsOfAddress) socket.destroy();
  });
  return server;
};

/** Undefined if it is too long. */
const readBody = async (request: IncomingMessage): Promise<string | undefined> => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) {
    body += chunk;
    if (body.length > maxBody) return undefined;
  }
  return body;
};
