/**
 * Which step of a game this process shows. What is shown of a game changes by steps, each with a number one higher than
 * that of the step before. The number is in the row of the round or draw that the step wrote, and in the event that
 * announces it. So a process that missed an event notices it by the next one, and reads the row. The row wins, also
 * where its number is lower, as after a restore.
 */
export interface Steps<Event> {
  /** Takes an event from the bus. */
  handle(event: Event): void;
  /** Reads the row, and shows it where its step is another than the one shown. Rejects where it cannot be read. */
  refresh(): Promise<void>;
  /** Shows nothing any more. */
  stop(): void;
}

export const followSteps = <Event extends { step: number }, Row extends { step: number }>({
  read,
  showEvent,
  showRow,
}: {
  /** Reads the row; undefined where it has nothing to show. */
  read: () => Promise<Row | undefined>;
  showEvent: (event: Event) => void;
  showRow: (row: Row) => void;
}): Steps<Event> => {
  /** Undefined until a row was read. */
  let shown: number | undefined;
  /** Grows with every event that is not shown already, so that a row read before one is recognized as stale. */
  let events = 0;
  let reading: Promise<void> | undefined;
  let stopped = false;

  const show = (event: Event) => {
    shown = event.step;
    showEvent(event);
  };

  const readRow = async () => {
    for (;;) {
      const seen = events;
      const row = await read();
      if (stopped) return;
      if (events !== seen) continue;
      if (row !== undefined && row.step !== shown) {
        shown = row.step;
        showRow(row);
      }
      return;
    }
  };

  /** One at a time: a slow database must not gather reads. */
  const refresh = (): Promise<void> => (reading ??= readRow().finally(() => (reading = undefined)));

  return {
    handle(event) {
      if (stopped || event.step === shown) return;
      events += 1;
      if (shown !== undefined && event.step === shown + 1) {
        show(event);
        return;
      }
      // Where the row cannot be read, what has arrived is shown.
      void refresh().catch(() => {
        if (!stopped && (shown === undefined || event.step > shown)) show(event);
      });
    },
    refresh,
    stop() {
      stopped = true;
    },
  };
};
