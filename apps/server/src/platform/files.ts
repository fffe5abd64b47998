/** Small facts about errors of the file system, and durability. */
import { open } from 'node:fs/promises';

export const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Waits until the disk has the contents of a file, or the names in a folder. */
export const syncToDisk = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
