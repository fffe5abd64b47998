/** One spin over the live connection. Its answer may be lost on the way; then the state is fetched. */
import type { ServerEnvelope } from '@fairground/contract/live';
import { spinWheelData, wheelAnswer } from '../contract.ts';
import type { SpinWheelData } from '../contract.ts';
import { request } from '@fairground/web/shared/api/request.ts';
import { problemText } from '@fairground/web/shared/i18n/problem-text.ts';
import { live } from '@fairground/web/entities/live/live.ts';
import { followSession } from '@fairground/web/entities/live/live-session.ts';

export type SpinAnswer = { ok: true; spin: SpinWheelData } | { ok: false; message: string | undefined };

const connectWithinMs = 8_000;
const answerWithinMs = 8_000;

export async function requestSpin(): Promise<SpinAnswer> {
  followSession();
  live.start();
  if (!(await connected())) return { ok: false, message: undefined };
  const answer = await sendSpin();
  if (answer === null) return fetchSpin();
  const { success, data, message, code } = answer.payload;
  const spin = success ? spinWheelData.safeParse(data) : undefined;
  return spin?.success ? { ok: true, spin: spin.data } : { ok: false, message: refusalText(code, message) };
}

const refusalText = (code = '', message?: string): string | undefined =>
  message === undefined ? undefined : problemText(code, message);

const connected = (): Promise<boolean> =>
  new Promise((resolve) => {
    const check = (): void => {
      if (live.connection().status === 'connected') end(true);
    };
    const end = (result: boolean): void => {
      clearTimeout(timer);
      stop();
      resolve(result);
    };
    const stop = live.onConnection(check);
    const timer = setTimeout(() => end(false), connectWithinMs);
    check();
  });

/** Null where no answer came. */
const sendSpin = (): Promise<ServerEnvelope | null> =>
  new Promise((resolve) => {
    // The answer can be here before the id of the request is known.
    const received: ServerEnvelope[] = [];
    let sentId: string | null = null;
    const end = (answer: ServerEnvelope | null): void => {
      clearTimeout(timer);
      stop();
      resolve(answer);
    };
    const check = (): void => {
      const answer = sentId === null ? undefined : received.find(({ requestId }) => requestId === sentId);
      if (answer) end(answer);
    };
    const stop = live.onMessage((message) => {
      if (message.requestId === undefined) return;
      received.push(message);
      check();
    });
    const timer = setTimeout(() => end(null), answerWithinMs);
    void live.send('spinWheel', {}).then((requestId) => {
      if (requestId === null) return end(null);
      sentId = requestId;
      check();
    });
  });

async function fetchSpin(): Promise<SpinAnswer> {
  try {
    const { spin } = await request('/wheel', { answer: wheelAnswer });
    return spin === null ? { ok: false, message: undefined } : { ok: true, spin };
  } catch {
    return { ok: false, message: undefined };
  }
}
