/** Takes base backups of the embedded server while the site runs, so that the archive of its log does not grow without end. */
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/logger.ts';
import { readArchiving, takeBaseBackup } from '../platform/postgres/base-backup.ts';
import type { EmbeddedAddress } from '../platform/postgres/embedded-postgres-server.ts';
import { listBaseBackups, type BaseBackup } from '../platform/postgres/recovery-folder.ts';
import type { Settings } from '../platform/settings.ts';

export interface BaseBackupsDeps {
  settings: Pick<Settings, 'baseBackupHours' | 'baseBackups' | 'recoveryDir' | 'dataDir'>;
  log: Log;
  clock: Clock;
  /** Undefined where the site uses another server. */
  address: EmbeddedAddress | undefined;
}

const checkEveryMs = 60_000;
const hourMs = 3_600_000;

/** One is due after so many hours, and after a recovery: those before it are of another timeline. */
const isDue = (
  newest: BaseBackup | undefined,
  { nowMs, timeline, everyMs }: { nowMs: number; timeline: number; everyMs: number },
): boolean =>
  newest === undefined || newest.timeline !== timeline || nowMs - newest.takenAt.getTime() >= everyMs;

export const startBaseBackups = ({
  settings,
  log,
  clock,
  address,
}: BaseBackupsDeps): { stop(): Promise<void> } => {
  const { baseBackupHours, baseBackups: retained, recoveryDir: recoveryFolder, dataDir } = settings;
  if (address === undefined || baseBackupHours === 0) return { stop: () => Promise.resolve() };
  const stopping = new AbortController();
  const { signal } = stopping;

  const check = async (): Promise<void> => {
    const state = await readArchiving(address);
    if (state.isFailing) {
      log.warn({ recoveryFolder }, 'the write-ahead log cannot be archived; it grows until it can');
    }
    const [newest] = listBaseBackups(recoveryFolder);
    const times = { nowMs: clock.now(), everyMs: baseBackupHours * hourMs };
    if (!isDue(newest, { ...times, timeline: state.timeline })) return;
    const startedMs = clock.monotonic();
    const taken = await takeBaseBackup({ address, dataDir, recoveryFolder, retained, signal });
    log.info({ ...taken, ms: Math.round(clock.monotonic() - startedMs) }, 'a base backup was taken');
  };

  let running: Promise<void> | undefined;
  const run = (): void => {
    running ??= check()
      .catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'the base backup failed; it is tried again');
      })
      .finally(() => (running = undefined));
  };
  run();
  const timer = clock.setInterval(run, checkEveryMs);
  return {
    async stop() {
      timer.cancel();
      stopping.abort();
      await running;
    },
  };
};
