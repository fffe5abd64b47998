/**
 * Processes whose wall clock a test sets while they run. Needs the package `faketime` of Debian; the monotonic clock
 * goes on.
 */
import { existsSync, renameSync, writeFileSync } from 'node:fs';

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
export const canSetClock = existsSync(library);
export const setClockMissing = 'Skipped: tests of set clocks need apt-get install faketime.';

export interface SetClock {
  /** The environment of the processes that have this clock. */
  env: Record<string, string>;
  /** Milliseconds ahead of the machine's clock, from now on. */
  set(aheadMs: number): void;
}

/** The file is read by the users of all processes that have the clock. */
export const createSetClock = (file: string): SetClock => {
  const set = (aheadMs: number): void => {
    const sign = aheadMs < 0 ? '-' : '+';
    // Each look at the clock reads the file, so it is never incomplete.
    writeFileSync(`${file}.new`, `${sign}${Math.abs(aheadMs) / 1_000}s\n`, { mode: 0o644 });
    renameSync(`${file}.new`, file);
  };
  set(0);
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    set,
  };
};
