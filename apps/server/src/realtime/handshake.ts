/** Which requests to become a live connection are refused, and how. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '@fairground/contract/errors';
import { hasTokenInAddress } from '../http/request-path.ts';
import { toProblem, unavailableSeconds } from '../http/problem.ts';
import { STATUS_CODES } from '../platform/node-http.ts';

const socketPath = '/ws';

type Request = Pick<IncomingMessage, 'url' | 'headers'>;
type Refusal = Extract<
  ErrorCode,
  'forbidden_origin' | 'invalid_request' | 'not_found' | 'unavailable' | 'rate_limited'
>;

/**
 * A request to become anything else, such as `h2c`, is answered as if it had not asked, which HTTP provides for. Node
 * would otherwise take every request with such a header from the site.
 */
export const asksForSocket = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.upgrade?.trim().toLowerCase() === 'websocket';

/**
 * Null lets it pass. Browsers send an `Origin` with every handshake, so a cookie without one comes from
 * nothing that should have a player's cookie. An access token comes with a message, never in the address.
 */
export function handshakeRefusal(
  request: Request,
  allowedOrigin: (origin: string) => boolean,
): 'forbidden_origin' | 'invalid_request' | 'not_found' | null {
  const [path] = (request.url ?? '').split('?', 1);
  if (path !== socketPath) return 'not_found';
  if (hasTokenInAddress(request.url ?? '')) return 'invalid_request';
  const { origin, cookie } = request.headers;
  if (origin === undefined) return cookie === undefined ? null : 'forbidden_origin';
  return allowedOrigin(origin) ? null : 'forbidden_origin';
}

/**
 * Answers, and closes the connection whether the client does its part or not: a server's sockets stay half open
 * for as long as the other side likes, and no time limit of HTTP applies to them any more.
 */
export function refuseHandshake(
  socket: Duplex,
  code: Refusal,
  retryAfterSeconds = code === 'unavailable' ? unavailableSeconds : undefined,
): void {
  const problem = toProblem(code);
  const body = JSON.stringify(problem);
  const headers = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
  ];
  socket.on('error', () => socket.destroy());
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
