/** For tests: a client's end of a connection that delivers on request, and a clock that moves on request. */
import { createHmac } from 'node:crypto';
import type { Clock } from '../src/platform/clock.ts';
import type { Connection } from '../src/realtime/types.ts';

export interface ReceivedMessage {
  type: string;
  payload: { success?: boolean; code?: string; message?: string; data?: Record<string, unknown> };
  requestId?: string;
  timestamp: string;
}

export class TestLine implements Connection {
  ended: { code: number } | 'dropped' | null = null;
  private waiting: Buffer[] = [];

  write(frame: Buffer): void {
    this.waiting.push(frame);
  }
  hear(): number {
    return 0;
  }
  waitingBytes(): number {
    return this.waiting.reduce((sum, frame) => sum + frame.length, 0);
  }
  close(code: number): void {
    this.ended = { code };
  }
  drop(): void {
    this.ended = 'dropped';
  }
  /** Delivers the frames that are waiting. */
  read(): ReceivedMessage[] {
    const bytes = Buffer.concat(this.waiting);
    this.waiting = [];
    return readFrames(bytes).map((text): ReceivedMessage => JSON.parse(text));
  }
}

/** The texts of complete, unmasked text frames. */
export function readFrames(bytes: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < bytes.length;) {
    if (bytes[at] !== 0x81) throw new Error(`No text frame starts at byte ${at}.`);
    const short = bytes[at + 1] ?? 0;
    const header = short === 127 ? 10 : short === 126 ? 4 : 2;
    const length =
      short === 127
        ? Number(bytes.readBigUInt64BE(at + 2))
        : short === 126
          ? bytes.readUInt16BE(at + 2)
          : short;
    texts.push(bytes.toString('utf8', at + header, at + header + length));
    at += header + length;
  }
  return texts;
}

export interface TestClock extends Clock {
  advance(ms: number): void;
}

export function createTestClock(startMs = Date.UTC(2026, 0, 1)): TestClock {
  let elapsedMs = 0;
  const timers = new Set<{ dueMs: number; everyMs: number | null; run: () => void }>();
  const add = (run: () => void, delayMs: number, everyMs: number | null): { cancel: () => void } => {
    const timer = { dueMs: elapsedMs + delayMs, everyMs, run };
    timers.add(timer);
    return { cancel: () => timers.delete(timer) };
  };
  return {
    now: () => startMs + elapsedMs,
    monotonic: () => elapsedMs,
    setTimeout: (run, delayMs) => add(run, delayMs, null),
    setInterval: (run, everyMs) => add(run, everyMs, everyMs),
    advance(ms) {
      const endMs = elapsedMs + ms;
      for (;;) {
        const [next] = [...timers].filter((timer) => timer.dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs);
        if (next === undefined) break;
        elapsedMs = next.dueMs;
        if (next.everyMs === null) timers.delete(next);
        else next.dueMs += next.everyMs;
        next.run();
      }
      elapsedMs = endMs;
    },
  };
}

/** A message as the page sends it. */
export function signedMessage({
  type,
  payload = {},
  requestId,
  nowMs,
  token,
  key = token ?? '',
}: {
  type: string;
  payload?: unknown;
  requestId: string;
  nowMs: number;
  token?: string;
  /** The key of the signature where it is not the token. */
  key?: string;
}): string {
  const timestamp = new Date(nowMs).toISOString();
  const signature = createHmac('sha256', key)
    .update(`${requestId}.${timestamp}.${JSON.stringify(payload)}`)
    .digest('hex');
  return JSON.stringify({
    type,
    payload,
    requestId,
    timestamp,
    signature,
    ...(token === undefined ? {} : { token }),
  });
}
