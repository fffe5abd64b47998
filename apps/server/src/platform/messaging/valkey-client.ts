/** Connections to Valkey or Redis: they reconnect automatically, and calls fail immediately while disconnected. */
import { createClient } from 'redis';

const maxPauseMs = 1_000;

export const createValkeyClient = (url: string) =>
  createClient({
    url: url.replace(/^valkey/, 'redis'),
    // What cannot be sent now is out of date by the time it could be.
    disableOfflineQueue: true,
    // No timer for each command: those that wait are rejected with the connection, which is given up after a silence.
    commandOptions: { timeout: 0 },
    // Gives up the connection to a server that hangs.
    pingInterval: 250,
    socket: {
      connectTimeout: 2_000,
      socketTimeout: 750,
      reconnectStrategy: (tries) => Math.min(maxPauseMs, 50 * 2 ** Math.min(tries, 10)),
    },
  });
