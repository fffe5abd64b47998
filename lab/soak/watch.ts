/** What the process of the watching sockets is asked and answers. */

export type WatchersCommand = { kind: 'open'; ports: number[]; sockets: number } | { kind: 'report' };

/** Since the last report, but for `open`. */
export interface WatchersReport {
  open: number;
  messages: number;
  /** Connections that ended. */
  lost: number;
  /** Tries to connect that failed, by status or code. */
  refused: Record<string, number>;
  /** The longest time in which one socket heard nothing, its reconnection included. */
  silentMs: number;
  /** The longest time from the first connection that ended until all were open again; until now, if some are not. */
  awayMs: number;
  /** Ends of rounds that a socket did not receive although no connection changed meanwhile. */
  missed: number;
}

export const addReports = (reports: readonly WatchersReport[]): WatchersReport => {
  const sum: WatchersReport = {
    open: 0,
    messages: 0,
    lost: 0,
    refused: {},
    silentMs: 0,
    awayMs: 0,
    missed: 0,
  };
  for (const report of reports) {
    for (const figure of ['open', 'messages', 'lost', 'missed'] as const) sum[figure] += report[figure];
    for (const figure of ['silentMs', 'awayMs'] as const) sum[figure] = Math.max(sum[figure], report[figure]);
    for (const [reason, times] of Object.entries(report.refused))
      sum.refused[reason] = (sum.refused[reason] ?? 0) + times;
  }
  return sum;
};
