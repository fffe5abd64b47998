/**
 * The limit of files that a process may have open at once, of which each connection takes one. When it is
 * reached, the system cuts new connections without telling the program, so it is asked for by opening one more file.
 */
import { open } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import type { Clock, Timer } from './clock.ts';
import type { Log } from './logger.ts';

/** Enough for a thousand players with some connections each. */
const fewFiles = 4_096;
const checkEveryMs = 5_000;
const remedy = 'raise it by `ulimit -n`, or LimitNOFILE= of the systemd unit';

/** Undefined where the system does not say. */
export const readFileLimit = (): number | undefined => {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
};

export const watchOpenFiles = ({
  clock,
  log,
  limit = readFileLimit(),
  openFile = async () => (await open('/dev/null')).close(),
}: {
  clock: Pick<Clock, 'setInterval'>;
  log: Pick<Log, 'warn' | 'error'>;
  limit?: number | undefined;
  openFile?: () => Promise<void>;
}): Timer => {
  if (limit !== undefined && limit < fewFiles) {
    log.warn({ limit }, `this process may have only ${limit} files and connections open at once: ${remedy}`);
  }
  let isOut = false;
  const check = async (): Promise<void> => {
    try {
      await openFile();
      isOut = false;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'EMFILE' && code !== 'ENFILE') return;
      if (!isOut) {
        log.error(
          { code, limit },
          code === 'EMFILE'
            ? `no file descriptor is left, and new connections are cut: the limit is ${limit ?? 'unknown'}, ${remedy}`
            : 'the machine has no file descriptor left, and new connections are cut: raise fs.file-max',
        );
      }
      isOut = true;
    }
  };
  return clock.setInterval(() => void check(), checkEveryMs);
};
