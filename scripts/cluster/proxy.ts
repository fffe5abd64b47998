/**
 * The small proxy of `npm run cluster`: sends each request to the next process that is ready, and carries live connections
 * through. For a look on one machine; deploy/nginx.conf is the one to serve players with.
 */
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface Member {
  port: number;
  /** Whether it answered the last health check. */
  isReady: boolean;
}

const forwardedHeaders = ({
  headers,
  socket,
}: IncomingMessage): Record<string, string | string[] | undefined> => ({
  ...headers,
  // Replaced, not appended: what visitors claim does not count.
  'x-forwarded-for': socket.remoteAddress ?? '',
  'x-forwarded-proto': 'http',
});

export const startProxy = async (members: readonly Member[], port: number): Promise<Server> => {
  let turn = 0;
  const nextMember = (): Member | undefined => {
    const ready = members.filter(({ isReady }) => isReady);
    turn += 1;
    return ready[turn % Math.max(1, ready.length)];
  };

  const forward = (incoming: IncomingMessage, response: ServerResponse): void => {
    const member = nextMember();
    if (member === undefined) return void response.writeHead(503).end('No process is ready.\n');
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: member.port,
        method: incoming.method,
        path: incoming.url,
        headers: forwardedHeaders(incoming),
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    outgoing.on('error', () => {
      // What a process that is gone may have done already is not sent to another one.
      member.isReady = false;
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end('The process is gone.\n');
    });
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  };

  const carryThrough = (incoming: IncomingMessage, visitor: Socket, head: Buffer): void => {
    const member = nextMember();
    if (member === undefined) return void visitor.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    const site = connect(member.port, '127.0.0.1', () => {
      const lines = Object.entries(forwardedHeaders(incoming)).map(
        ([name, value]) => `${name}: ${String(value)}`,
      );
      site.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      site.write(head);
      visitor.pipe(site).pipe(visitor);
    });
    const end = (): void => {
      site.destroy();
      visitor.destroy();
    };
    for (const socket of [site, visitor]) socket.on('error', end).on('close', end);
  };

  const server = createServer(forward).on('upgrade', carryThrough);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return server;
};
