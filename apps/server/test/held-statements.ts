/**
 * Statements that match are held back for all tests of a file or `describe`, while everything
 * else continues and time moves.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { databaseWork } from './database-work.ts';

/** The look-up of a session by its token. */
export const sessionLookUp = /token_hash, id AS session_id/;

export const heldStatements = () => {
  let held: RegExp | undefined;
  let waiting = Promise.withResolvers<void>();
  let begun = 0;
  let underWay = 0;
  const release = (): void => {
    held = undefined;
    waiting.resolve();
  };
  beforeAll(() => {
    databaseWork.interfere(async (_client, text, run) => {
      if (held?.test(text)) {
        begun += 1;
        await waiting.promise;
      }
      underWay += 1;
      try {
        return await run();
      } finally {
        underWay -= 1;
      }
    });
    databaseWork.drainBy(async () => {
      for (let quiet = 0; quiet < 20;) {
        await nextTurn();
        quiet = underWay === 0 ? quiet + 1 : 0;
      }
    });
  });
  afterEach(release);
  afterAll(() => {
    databaseWork.interfere(undefined);
    databaseWork.drainBy(undefined);
  });
  return {
    /** Holds what matches from now on, until `release` or the end of the test. */
    hold(pattern: RegExp): void {
      held = pattern;
      begun = 0;
      waiting = Promise.withResolvers();
    },
    release,
    /** Fails what is held back. */
    fail(error: Error): void {
      held = undefined;
      waiting.reject(error);
    },
    /** How many have been held back since `hold`. */
    begun: () => begun,
  };
};
