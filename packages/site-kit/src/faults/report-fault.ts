/** Reports to the server what failed on the page, so that the operator sees it; a fault that repeats is sent once. */
import type { ClientErrorBody } from '@fairground/contract/client-errors';
import { isApiError } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { isMissingFile } from './missing-file.ts';

export interface FaultReporterInput {
  send(body: ClientErrorBody): Promise<void>;
  nowMs(): number;
  /** The path, without its query. */
  page(): string;
}

/** At most this many reports a minute leave one page, whatever fails. */
export const maxReportsPerMinute = 5;
const minuteMs = 60_000;

/** Never throws and never waits: a report that cannot be sent is dropped. */
export function createFaultReporter({ send, nowMs, page }: FaultReporterInput): (fault: unknown) => void {
  const sentAtMs = new Map<string, number>();
  return (fault) => {
    const body = describeFault(fault, page());
    const now = nowMs();
    for (const [message, atMs] of sentAtMs) if (now - atMs >= minuteMs) sentAtMs.delete(message);
    if (sentAtMs.has(body.message) || sentAtMs.size >= maxReportsPerMinute) return;
    sentAtMs.set(body.message, now);
    void send(body).catch(() => undefined);
  };
}

/** Cut to the lengths that the server accepts. */
function describeFault(fault: unknown, page: string): ClientErrorBody {
  const error = fault instanceof Error ? fault : null;
  const message = (error?.message ?? String(fault)).slice(0, 500);
  return {
    message: message === '' ? 'Unknown fault' : message,
    ...(error?.stack === undefined ? {} : { stack: error.stack.slice(0, 4_000) }),
    page: page.slice(0, 300),
  };
}

export const reportFault = createFaultReporter({
  send: (body) => request('/client-errors', { method: 'POST', body }),
  nowMs: () => Date.now(),
  page: () => location.pathname,
});

/**
 * Reports what was thrown instead of an answer, unless the server refused, the network failed, or nobody
 * waited any more:
 * anything else is a fault of the page, such as a function that the browser does not have.
 */
export function reportUnexpected(error: unknown): void {
  const isAborted = error instanceof DOMException && error.name === 'AbortError';
  if (!isApiError(error) && !isMissingFile(error) && !isAborted) reportFault(error);
}
