/** Connections to Valkey or Redis: they connect by themselves whenever they can, and fail at once while they cannot. */
import { createClient } from 'redis';

const maxPauseMs = 1_000;

export const createValkeyClient = (url: string) =>
  createClient({
    url: url.replace(/^valkey/, 'redis'),
    // What cannot be sent now is out of date by the time it could be.
    disableOfflineQueue: true,
    // A server that hangs is noticed like one that is gone: sockets must not outlive their sessions by its silence.
    pingInterval: 500,
    socket: {
      connectTimeout: 2_000,
      socketTimeout: 1_500,
      reconnectStrategy: (tries) => Math.min(maxPauseMs, 50 * 2 ** Math.min(tries, 10)),
    },
  });
