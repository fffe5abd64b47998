/** What the gateway knows of one connection: an object without closures, since there are tens of thousands. */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Clock } from '../platform/clock.ts';
import type { Session } from './session.ts';
import type { Connection } from './types.ts';

const lingerMs = 500;

interface LineParts {
  ws: WebSocket;
  socket: Socket;
  clock: Clock;
  /** Whose address it is; null where connections of an address are not counted. */
  subject: string | null;
}

export class Line implements Connection {
  readonly session: Session;
  readonly ws: WebSocket;
  readonly socket: Socket;
  readonly subject: string | null;
  /** At the last sweep. */
  bytesRead: number;
  /** Null until it is asked for. */
  private heardAt: number | null = null;
  private readonly clock: Clock;

  constructor({ ws, socket, clock, subject }: LineParts, createSession: (line: Connection) => Session) {
    this.ws = ws;
    this.socket = socket;
    this.clock = clock;
    this.subject = subject;
    this.bytesRead = socket.bytesRead;
    this.session = createSession(this);
  }

  write(frame: Buffer): void {
    if (this.ws.readyState === this.ws.OPEN) this.socket.write(frame);
  }

  /** From the first call on it listens; until then it is taken to have been heard now. */
  hear(): number {
    if (this.ws.readyState === this.ws.OPEN) this.ws.ping();
    if (this.heardAt !== null) return this.heardAt;
    this.socket.on('data', () => (this.heardAt = this.clock.monotonic()));
    return (this.heardAt = this.clock.monotonic());
  }

  waitingBytes(): number {
    return this.socket.writableLength;
  }

  close(code: number, reason: string): void {
    this.ws.close(code, reason);
    // Connections that do not answer the close frame are not waited for.
    this.clock.setTimeout(() => this.ws.terminate(), lingerMs);
  }

  drop(): void {
    this.ws.terminate();
  }
}
