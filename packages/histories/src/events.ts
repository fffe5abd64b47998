/**
 * What clients saw of a site: their calls and what was pushed to them, on one monotonic clock. A history begins before
 * its players register. In a file each event is one line of JSON.
 */

export interface RecordedCall {
  kind: 'call';
  /** The program that called. What one client reads after its own write is never older. */
  client: string;
  player: string;
  startMs: number;
  endMs: number;
  request: { method: string; path: string; body?: unknown; key?: string };
  /** Null where none came. `isReplay`: an earlier call with the same key was executed. */
  answer: { status: number; body: unknown; isReplay: boolean } | null;
}

type AnsweredCall = RecordedCall & { answer: object };

export interface RecordedPush {
  kind: 'push';
  client: string;
  player: string;
  atMs: number;
  type: string;
  data: unknown;
}

export type RecordedEvent = RecordedCall | RecordedPush;

export const formatHistory = (events: readonly RecordedEvent[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('');

export const parseHistory = (text: string): RecordedEvent[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedEvent);

/** After a 5xx too a call may have been executed. */
export const hasDefiniteAnswer = (call: RecordedCall): call is AnsweredCall =>
  call.answer !== null && call.answer.status < 500;

/** Executed for this call, not for an earlier one with its key. */
export const isExecuted = (call: RecordedCall): boolean =>
  hasDefiniteAnswer(call) && call.answer.status < 300 && !call.answer.isReplay;
