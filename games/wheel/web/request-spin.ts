/** One spin over the live connection, whose answer may be lost on its way. */
import type { ServerEnvelope } from '@fairground/contract/live';
import { chooseOwnSeed } from '@fairground/game-kit/web';
import { spinWheelData, type SpinWheelData } from '../contract.ts';
import { problemText } from '@fairground/site-kit/i18n/problem-text.ts';
import { live } from '@fairground/site-kit/live/live.ts';
import { followSession } from '@fairground/site-kit/live/live-session.ts';

/** Refused by the server with a sentence for the player, or without an answer. */
export class SpinFailure extends Error {
  override readonly name = 'SpinFailure';
  readonly reason: string | undefined;

  constructor(reason?: string) {
    super(reason);
    this.reason = reason;
  }
}

const connectWithinMs = 8_000;
const answerWithinMs = 8_000;

/** Null without a response, when it is unknown whether the spin was made. Throws `SpinFailure`. */
export async function requestSpin(): Promise<SpinWheelData | null> {
  followSession();
  live.start();
  if (!(await connected())) throw new SpinFailure();
  await chooseOwnSeed();
  const answer = await sendSpin();
  if (answer === null) return null;
  const { success, data, message, code } = answer.payload;
  const spin = success ? spinWheelData.safeParse(data) : undefined;
  if (spin?.success) return spin.data;
  throw new SpinFailure(refusalText(code, message));
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

/** Null where there was no answer in time. */
const sendSpin = (): Promise<ServerEnvelope | null> =>
  new Promise((resolve) => {
    // The answer may arrive before the id of the request is known.
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
