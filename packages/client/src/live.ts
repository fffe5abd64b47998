/**
 * The live messages of the site: what it pushes, and what a program sends. The connection is opened again after it was
 * lost, until it is closed or the token ends.
 */
import type { components } from '../generated/api.ts';
import { sign } from './sign.ts';

/** What the site pushes, by the type of the message. */
export type LivePushes = components['schemas']['LivePushes'];

export interface LiveOptions {
  url: string;
  token: string;
  /** Absent is all of them. */
  topics?: readonly string[];
  /** Each push that carries data. */
  onPush: <Type extends keyof LivePushes>(type: Type, data: LivePushes[Type]) => void;
  /** Called for each connection, once it is the player's. */
  onConnected?: () => void;
  /** Called once: the token ended, or the site closed the connection because it was misused. */
  onRefused?: () => void;
}

export interface LiveAnswer {
  success: boolean;
  data?: unknown;
  message?: string;
  code?: string;
}

export interface Live {
  /** Sends one message; rejects where the connection is lost before the answer. */
  send(type: string, payload?: object): Promise<LiveAnswer>;
  close(): void;
}

interface Envelope {
  type: string;
  payload: LiveAnswer;
  requestId?: string;
  timestamp: string;
}

const reconnectMs = 3_000;
/** The site closes with this code what it does not want opened again. */
const refusedCode = 1008;

export const openLive = (options: LiveOptions): Live => {
  const { url, token, topics, onPush } = options;
  const pending = new Map<
    string,
    { resolve: (answer: LiveAnswer) => void; reject: (error: Error) => void }
  >();
  let socket: WebSocket | null = null;
  let isClosed = false;
  /** What the site's clock is ahead of this one: a message that is two minutes off is refused. */
  let aheadMs = 0;

  const send = async (type: string, payload: object = {}): Promise<LiveAnswer> => {
    const target = socket;
    if (target === null || target.readyState !== WebSocket.OPEN) throw new Error('There is no connection.');
    const requestId = crypto.randomUUID();
    const timestamp = new Date(Date.now() + aheadMs).toISOString();
    const signature = await sign(token, `${requestId}.${timestamp}.${JSON.stringify(payload)}`);
    return new Promise((resolve, reject) => {
      pending.set(requestId, { resolve, reject });
      target.send(JSON.stringify({ type, payload, requestId, timestamp, token, signature }));
    });
  };

  const receive = ({ type, payload, requestId, timestamp }: Envelope): void => {
    aheadMs = Date.parse(timestamp) - Date.now();
    const waiting = requestId === undefined ? undefined : pending.get(requestId);
    if (waiting !== undefined && requestId !== undefined) {
      pending.delete(requestId);
      waiting.resolve(payload);
    } else if (payload.success)
      onPush(type as keyof LivePushes, payload.data as LivePushes[keyof LivePushes]);
  };

  const connect = (): void => {
    const opened = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`);
    socket = opened;
    opened.addEventListener('message', ({ data }) => receive(JSON.parse(String(data)) as Envelope));
    opened.addEventListener('open', () => {
      // The first message with a token makes the connection the player's.
      const first = topics === undefined ? send('ping') : send('subscribe', { topics });
      void first.then(
        ({ code }) => {
          if (code !== 'not_signed_in') return options.onConnected?.();
          isClosed = true;
          opened.close();
          return options.onRefused?.();
        },
        () => undefined,
      );
    });
    opened.addEventListener('close', ({ code }) => {
      for (const { reject } of pending.values()) reject(new Error('The connection was lost.'));
      pending.clear();
      if (isClosed) return;
      if (code === refusedCode) {
        isClosed = true;
        options.onRefused?.();
      } else setTimeout(() => isClosed || connect(), reconnectMs * (1 + Math.random() / 3));
    });
  };
  connect();

  return {
    send,
    close() {
      isClosed = true;
      socket?.close();
    },
  };
};
