/** What must be undone however a benchmark ends: processes, servers and folders, newest first. */
type Undo = () => void | Promise<void>;

const waiting = new Set<Undo>();

/** Remembers what to undo; the answer undoes it now, once. */
export const undoLater = (undo: Undo): (() => Promise<void>) => {
  waiting.add(undo);
  return async () => {
    if (waiting.delete(undo)) await undo();
  };
};

export const undoAll = async (): Promise<void> => {
  for (const undo of [...waiting].reverse()) {
    waiting.delete(undo);
    try {
      await undo();
    } catch (error) {
      console.error('Something could not be cleared away:', error);
    }
  }
};
