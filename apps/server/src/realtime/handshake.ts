/** Which requests to become a live connection are turned away, and how. */
import { STATUS_CODES } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const socketPath = '/ws';

type Request = Pick<IncomingMessage, 'url' | 'headers'>;

/**
 * Null lets it pass. Browsers send an `Origin` with every handshake, so a cookie without one comes from
 * nothing that should have a player's cookie.
 */
export function handshakeRefusal(
  request: Request,
  allowedOrigin: (origin: string) => boolean,
): 403 | 404 | null {
  const [path] = (request.url ?? '').split('?', 1);
  if (path !== socketPath) return 404;
  const { origin, cookie } = request.headers;
  if (origin === undefined) return cookie === undefined ? null : 403;
  return allowedOrigin(origin) ? null : 403;
}

export function refuseHandshake(socket: Duplex, status: number): void {
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
