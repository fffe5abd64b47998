/** Connections to Valkey or Redis: they reconnect automatically, and calls fail immediately while disconnected. */
import { createClient } from 'redis';

const maxPauseMs = 1_000;

/**
 * A connection is given up after `givenUpAfterMs` without a byte. While this process pauses it asks nothing, so that
 * nothing is answered: a pause that is as long ends the connection too.
 */
export const createValkeyClient = (url: string, { givenUpAfterMs }: { givenUpAfterMs: number }) =>
  createClient({
    url: url.replace(/^valkey/, 'redis'),
    // What cannot be sent now is out of date by the time it could be.
    disableOfflineQueue: true,
    // No timer for each command: those that wait are rejected with the connection, which is given up after a silence.
    commandOptions: { timeout: 0 },
    // Lets a server that is well answer before its connection is given up.
    pingInterval: 250,
    socket: {
      connectTimeout: 2_000,
      socketTimeout: givenUpAfterMs,
      reconnectStrategy: (tries) => Math.min(maxPauseMs, 50 * 2 ** Math.min(tries, 10)),
    },
  });
