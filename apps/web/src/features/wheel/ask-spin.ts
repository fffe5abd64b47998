/** One spin over the live connection. Its answer may be lost on the way; then the server is asked how it stands. */
import type { ServerEnvelope } from '@fairground/contract/live';
import { spinWheelData, wheelAnswer } from '@fairground/game-wheel/contract';
import type { SpinWheelData } from '@fairground/game-wheel/contract';
import { request } from '../../shared/api/request.ts';
import { problemText } from '../../shared/i18n/problem-text.ts';
import { live } from '../../shared/realtime/live.ts';
import { followSession } from '../../shared/realtime/live-session.ts';

export type SpinAnswer = { ok: true; spin: SpinWheelData } | { ok: false; message: string | undefined };

const connectWithinMs = 8_000;
const answerWithinMs = 8_000;

export async function askSpin(): Promise<SpinAnswer> {
  followSession();
  live.start();
  if (!(await connected())) return { ok: false, message: undefined };
  const answer = await sendSpin();
  if (answer === null) return lookUpSpin();
  const { success, data, message, code } = answer.payload;
  const spin = success ? spinWheelData.safeParse(data) : undefined;
  return spin?.success ? { ok: true, spin: spin.data } : { ok: false, message: refusalText(code, message) };
}

const refusalText = (code = '', said?: string): string | undefined =>
  said === undefined ? undefined : problemText(code, said);

const connected = (): Promise<boolean> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (live.connection().status === 'connected') end(true);
    };
    const end = (result: boolean): void => {
      clearTimeout(timer);
      stop();
      resolve(result);
    };
    const stop = live.onConnection(look);
    const timer = setTimeout(() => end(false), connectWithinMs);
    look();
  });

/** Null where no answer came. */
const sendSpin = (): Promise<ServerEnvelope | null> =>
  new Promise((resolve) => {
    // The answer can be here before the number of the question is known.
    const heard: ServerEnvelope[] = [];
    let asked: string | null = null;
    const end = (answer: ServerEnvelope | null): void => {
      clearTimeout(timer);
      stop();
      resolve(answer);
    };
    const look = (): void => {
      const answer = asked === null ? undefined : heard.find(({ requestId }) => requestId === asked);
      if (answer) end(answer);
    };
    const stop = live.onMessage((message) => {
      if (message.requestId === undefined) return;
      heard.push(message);
      look();
    });
    const timer = setTimeout(() => end(null), answerWithinMs);
    void live.send('spinWheel', {}).then((requestId) => {
      if (requestId === null) return end(null);
      asked = requestId;
      look();
    });
  });

async function lookUpSpin(): Promise<SpinAnswer> {
  try {
    const { spin } = await request('/wheel', { answer: wheelAnswer });
    return spin === null ? { ok: false, message: undefined } : { ok: true, spin };
  } catch {
    return { ok: false, message: undefined };
  }
}
