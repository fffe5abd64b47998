/** A player as a program: HTTP with a bearer token, and a live connection that records what it receives. */
import type { ServerEnvelope } from '@fairground/contract/live';
import type { User } from '@fairground/contract/user';
import WebSocket from 'ws';
import type { ClientHistory } from './history.ts';

export interface Answer<Body> {
  status: number;
  body: Body & { code?: string };
}

export class PlayerClient {
  readonly username: string;
  token = '';
  user: User | undefined;
  closeCode: number | undefined;
  private readonly url: string;
  private readonly history: ClientHistory | undefined;
  private socket: WebSocket | undefined;

  /** All that it sees is added to `history`. */
  constructor(url: string, username: string, history?: ClientHistory) {
    this.url = url;
    this.username = username;
    this.history = history;
  }

  async call<Body>(method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<Answer<Body>> {
    const finish = this.history?.call(this.username, {
      method,
      path,
      ...(body ? { body } : {}),
      ...(key ? { key } : {}),
    });
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    const answer = { status: response.status, body: (text ? JSON.parse(text) : {}) as Answer<Body>['body'] };
    finish?.({ ...answer, isReplay: response.headers.has('idempotency-replayed') });
    return answer;
  }

  async register(): Promise<void> {
    const { status, body } = await this.call<{ token: string; user: User }>('POST', '/auth/register', {
      username: this.username,
      email: `${this.username}@example.org`,
      password: 'a meadow of lanterns',
      adult: true,
    });
    if (status !== 201) throw new Error(`${this.username} could not register: ${JSON.stringify(body)}`);
    this.token = body.token;
    this.user = body.user;
  }

  /** Listens to the live messages under the player's session. */
  connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`${this.url.replace('http', 'ws')}/ws`, {
        headers: { cookie: `session=${this.token}`, origin: this.url },
      });
      this.socket = socket;
      socket.once('open', () => resolve());
      socket.once('error', reject);
      socket.on('close', (code) => (this.closeCode = code));
      socket.on('message', (data: Buffer) => this.receive(JSON.parse(data.toString()) as ServerEnvelope));
    });
  }

  disconnect(): void {
    this.socket?.terminate();
  }

  protected receive({ type, payload }: ServerEnvelope): void {
    if (!payload.success) return;
    this.history?.push(this.username, type, payload.data);
    if (type === 'updatedUser_response') {
      const { user } = payload.data as { user: User };
      if (!this.user || user.version > this.user.version) this.user = user;
    }
  }
}

/** Polls `isTrue` every 20 ms; fails with the given name after the limit. */
export const until = async (
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  limitMs = 200_000,
): Promise<void> => {
  const end = performance.now() + limitMs;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`waited too long until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
