/**
 * How players of a cluster under faults call it: what has no definite answer is sent again with its key, to the next
 * process. Every answer is recorded.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientHistory } from '../../apps/server/test/history.ts';

/** A process that does not answer for this long is tried no longer. */
const requestTimeoutMs = 3_000;
export const retryAfterMs = 100;
/** What `Retry-After` of a 503 asks for. */
const unavailableForMs = 1_000;

export interface Call {
  player: string;
  path: string;
  /** The idempotency key of a call that moves coins. */
  key: string | undefined;
  /** 0 where there was no answer. */
  status: number;
  sentAtMs: number;
  answeredAtMs: number;
  /** Whether it is the repeat of an earlier call with the same key. */
  isReplay: boolean;
  /** In seconds. */
  retryAfter: string | null;
  /** Why the call was refused. */
  code?: string | undefined;
}

export interface Answer<Body> {
  status: number;
  body: Body & { code?: string };
}

/** A request that a site on a busy machine could not read in time (408) never became a call. */
const isDefinite = (status: number): boolean => status !== 0 && status !== 408 && status < 500;

export interface CallRecorder {
  history: ClientHistory;
  call(call: Call): void;
}

export class ClusterClient {
  readonly name: string;
  token = '';
  /** Counts through the processes. */
  protected turn: number;
  private readonly urls: () => readonly string[];
  private readonly recorder: CallRecorder;

  /** `urls` returns the processes that there are now; `turn` is the first that is called. */
  constructor(name: string, turn: number, urls: () => readonly string[], recorder: CallRecorder) {
    this.name = name;
    this.turn = turn;
    this.urls = urls;
    this.recorder = recorder;
  }

  /** Sends the same call with one key until the answer is definite. */
  async intend<Body>(path: string, body: object): Promise<Answer<Body>> {
    const key = randomUUID();
    for (;;) {
      const answer = await this.send<Body>('POST', path, body, key);
      if (isDefinite(answer.status)) return answer;
      this.turn += 1;
      await pause(answer.status === 503 ? unavailableForMs : retryAfterMs);
    }
  }

  async send<Body>(method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<Answer<Body>> {
    const request = { method, path, ...(body ? { body } : {}), ...(key === undefined ? {} : { key }) };
    const answered = this.recorder.history.call(this.name, request);
    const sentAtMs = performance.now();
    const finish = (status: number, headers?: Headers, code?: string) =>
      this.recorder.call({
        player: this.name,
        path,
        key,
        status,
        code,
        sentAtMs,
        answeredAtMs: performance.now(),
        isReplay: headers?.has('idempotency-replayed') === true,
        retryAfter: headers?.get('retry-after') ?? null,
      });
    try {
      // Another process than the one that wrote is read.
      const response = await fetch(`${this.url(method === 'GET' ? 1 : 0)}/api${path}`, {
        method,
        headers: {
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(this.token === '' ? {} : { authorization: `Bearer ${this.token}` }),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      const text = await response.text();
      const answer = (text === '' ? {} : JSON.parse(text)) as Answer<Body>['body'];
      finish(response.status, response.headers, answer.code);
      answered({
        status: response.status,
        body: answer,
        isReplay: response.headers.has('idempotency-replayed'),
      });
      return { status: response.status, body: answer };
    } catch {
      finish(0);
      return { status: 0, body: {} as Answer<Body>['body'] };
    }
  }

  protected url(after = 0): string {
    const all = this.urls();
    return all[(this.turn + after) % all.length] ?? '';
  }
}
