/**
 * Counters that several processes share over Valkey. Each starts again some time after its first count. While the
 * server is unavailable every call rejects, and each process continues with its own counts.
 */
import { ErrorReply } from 'redis';
import type { Log } from '../logger.ts';
import { createValkeyClient } from './valkey-client.ts';

export interface SharedCounter {
  key: string;
  windowMs: number;
}

const addScript = `
  local answers = {}
  for i, key in ipairs(KEYS) do
    local count = redis.call('INCRBY', key, ARGV[2 * i - 1])
    local left = redis.call('PTTL', key)
    if left < 0 then
      left = tonumber(ARGV[2 * i])
      redis.call('PEXPIRE', key, left)
    end
    answers[2 * i - 1] = count
    answers[2 * i] = left
  end
  return answers`;

const takeOneScript = `
  local wait = 0
  for i, key in ipairs(KEYS) do
    if tonumber(redis.call('GET', key) or '0') >= tonumber(ARGV[2 * i - 1]) then
      wait = math.max(wait, redis.call('PTTL', key), 1)
    end
  end
  if wait > 0 then return wait end
  for i, key in ipairs(KEYS) do
    if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, ARGV[2 * i]) end
  end
  return 0`;

const giveBackScript = `
  for _, key in ipairs(KEYS) do
    if tonumber(redis.call('GET', key) or '0') > 0 then redis.call('DECR', key) end
  end
  return 0`;

/** Calls of players wait this long at most for a server that hangs. */
const givenUpAfterMs = 750;

export const createSharedCounts = (url: string, log: Pick<Log, 'warn'>) => {
  const client = createValkeyClient(url, { givenUpAfterMs });
  // The bus reports that the server is unavailable; here calls fail.
  client.on('error', () => undefined);
  client.connect().catch(() => undefined);

  /** By their first word, which names the kind, such as NOPERM, OOM or READONLY. */
  const refusals = new Set<string>();
  const warnOnce = (error: unknown): void => {
    if (!(error instanceof ErrorReply)) return;
    const [kind = ''] = error.message.split(' ', 1);
    if (refusals.has(kind)) return;
    refusals.add(kind);
    log.warn({ err: error }, 'Valkey refuses to count: each process limits requests and sign-ins on its own');
  };

  const run = (script: string, counters: readonly SharedCounter[], args: readonly number[]) =>
    client
      .eval(script, {
        keys: counters.map(({ key }) => `limit:${key}`),
        arguments: args.map(String),
      })
      .catch((error: unknown) => {
        warnOnce(error);
        throw error;
      });

  return {
    /** Adds to each; returns the new counts and how long they last, in the same order. */
    async add(
      counters: readonly (SharedCounter & { by: number })[],
    ): Promise<{ count: number; remainingMs: number }[]> {
      const answer = (await run(
        addScript,
        counters,
        counters.flatMap(({ by, windowMs }) => [by, windowMs]),
      )) as number[];
      return counters.map((_, index) => ({
        count: answer[2 * index] ?? 0,
        remainingMs: answer[2 * index + 1] ?? 0,
      }));
    },
    /** Counts one in each, or in none where one is full; returns how long that lasts, 0 where all were counted. */
    takeOne: async (counters: readonly (SharedCounter & { max: number })[]): Promise<number> =>
      Number(
        await run(
          takeOneScript,
          counters,
          counters.flatMap(({ max, windowMs }) => [max, windowMs]),
        ),
      ),
    /** Takes one count back from each. */
    async giveBack(counters: readonly SharedCounter[]) {
      await run(giveBackScript, counters, []);
    },
    close: () => client.destroy(),
  };
};

export type SharedCounts = ReturnType<typeof createSharedCounts>;
