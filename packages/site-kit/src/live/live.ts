/** The connection of this page, made once, on the browser's socket, clock and timers. */
import { socketTokenAnswer } from '@fairground/contract/auth';
import { socketUrl } from '../api/endpoints.ts';
import { randomHex, request } from '../api/request.ts';
import { currentUser, recheckOwnSession } from '../session/session.ts';
import { createLiveClient } from '../realtime/live-client.ts';
import type { LiveSocket } from '../realtime/live-client.ts';
import { signatureOf } from '../realtime/signature.ts';

export const live = createLiveClient({
  openSocket,
  nowMs: () => Date.now(),
  steadyMs: () => performance.now(),
  setTimer(run, ms) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  newId: randomHex,
  sign: signatureOf,
  // A visitor has none, and the call would be refused.
  fetchToken: async () =>
    currentUser() ? request('/auth/socketToken', { answer: socketTokenAnswer }) : null,
  playerId: () => currentUser()?.id ?? null,
  userVersion: () => currentUser()?.version ?? null,
  onRefused: () => void recheckOwnSession(),
  log: (message, detail) => console.warn(message, detail),
});

function openSocket(): LiveSocket {
  const socket = new WebSocket(socketUrl());
  const opened: LiveSocket = {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  socket.addEventListener('open', () => opened.onopen?.());
  socket.addEventListener('message', ({ data }) => opened.onmessage?.({ data: data as unknown }));
  socket.addEventListener('close', ({ code }) => opened.onclose?.({ code }));
  return opened;
}
