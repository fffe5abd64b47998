/** Processes, servers and folders to clean up however a benchmark ends, the newest first. */
type Cleanup = () => void | Promise<void>;

const pending = new Set<Cleanup>();

/** Registers a cleanup. The returned function runs it immediately, once. */
export const addCleanup = (cleanup: Cleanup): (() => Promise<void>) => {
  pending.add(cleanup);
  return async () => {
    if (pending.delete(cleanup)) await cleanup();
  };
};

export const runCleanups = async (): Promise<void> => {
  for (const cleanup of [...pending].reverse()) {
    pending.delete(cleanup);
    try {
      await cleanup();
    } catch (error) {
      console.error('cleanup failed:', error);
    }
  }
};
