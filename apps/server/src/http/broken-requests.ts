/**
 * Answers bytes that never became a request: Node gives them up before any route is known. The list of codes has
 * none for too many headers (431) and for headers that never end (408), so those carry their status alone.
 */
import type { Socket } from 'node:net';
import { STATUS_CODES } from '../platform/node-http.ts';
import { toProblem } from './problem.ts';

type Fault = Error & { code?: string };

const statusOf = (code: string | undefined): 400 | 408 | 431 => {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
};

export const answerBrokenRequest = (fault: Fault, socket: Socket): void => {
  if (fault.code === 'ECONNRESET' || socket.destroyed) return;
  const status = statusOf(fault.code);
  const title = STATUS_CODES[status] ?? '';
  const problem =
    status === 400
      ? toProblem('invalid_request')
      : { type: 'about:blank', title, status, detail: 'This request could not be read to its end.' };
  const body = JSON.stringify(problem);
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${title}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `Content-Type: application/problem+json\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy(fault);
};
