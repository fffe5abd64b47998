/** A live connection that asks for a profile: an answer shows that its session or token still counts. */
import { once } from 'node:events';
import { afterEach } from 'vitest';
import { WebSocket } from 'ws';
import { signedMessage } from './test-line.ts';
import type { TestSite } from './test-site.ts';

const sockets: WebSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

/** As a program, or with a session's cookie, as a page. */
export const openAskingSocket = ({ site: { url } }: TestSite, session?: string) => {
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/ws`,
    session === undefined ? {} : { headers: { cookie: `session=${session}`, origin: url } },
  );
  sockets.push(socket);
  socket.on('error', () => undefined);
  let requests = 0;
  return {
    opened: once(socket, 'open').then(() => undefined),
    closed: new Promise<void>((resolve) => socket.on('close', () => resolve())),
    /** With a token the message is signed by it; otherwise the connection's session counts. */
    ask(token?: string): Promise<'answered' | 'refused' | 'closed'> {
      if (socket.readyState !== WebSocket.OPEN) return Promise.resolve('closed');
      const requestId = `q${(requests += 1)}`;
      return new Promise((resolve) => {
        const finish = (outcome: 'answered' | 'refused' | 'closed') => {
          socket.off('message', receive).off('close', close);
          resolve(outcome);
        };
        const receive = (data: Buffer) => {
          const message = JSON.parse(data.toString()) as { type: string; requestId?: string };
          if (message.requestId === requestId)
            finish(message.type === 'userProfile_response' ? 'answered' : 'refused');
        };
        const close = () => finish('closed');
        socket.on('message', receive).on('close', close);
        const draft = { type: 'userProfile', payload: { userId: 'nobody' }, requestId, nowMs: Date.now() };
        socket.send(signedMessage(token === undefined ? draft : { ...draft, token }));
      });
    },
  };
};

export type AskingSocket = ReturnType<typeof openAskingSocket>;
