/** Calls of the console: on the page's own origin, with the cookie of the staff. */
import { problemSchema } from '@fairground/contract/problem';
import type { ZodMiniType } from 'zod/mini';

/** Anything but the response that was asked for. */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** 0 where none came. */
  readonly status: number;
  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** Above what a slow query takes. */
const timeoutMs = 20_000;

let onSignedOut = (): void => undefined;

/** Called whenever a call is refused because nobody is signed in. */
export const whenSignedOut = (notify: () => void): void => {
  onSignedOut = notify;
};

let shownName = (): string | undefined => undefined;

/** Whom the page shows: a change is refused where another member of the staff has signed in since, in another tab. */
export const nameShown = (name: () => string | undefined): void => {
  shownName = name;
};

/** Long enough to read who is signed in. */
const reloadAfterMs = 4_000;

export const read = async <Value>(schema: ZodMiniType<Value>, path: string): Promise<Value> =>
  schema.parse(await send('GET', path));

/** The response's body, or null. */
export const post = (path: string, body: object = {}): Promise<unknown> => send('POST', path, body);

const send = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
  const name = method === 'GET' ? undefined : shownName();
  const response = await fetch(`/api/console${path}`, {
    method,
    credentials: 'same-origin',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(name === undefined ? {} : { 'x-staff': name }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => {
    throw new CallError(0, 'The site did not respond.');
  });
  const text = await response.text();
  const payload = text === '' ? null : parseJson(text);
  if (response.ok) return payload;
  const problem = problemSchema.safeParse(payload);
  if (problem.success && problem.data.code === 'not_signed_in') onSignedOut();
  if (problem.success && problem.data.code === 'session_changed')
    setTimeout(() => location.reload(), reloadAfterMs);
  throw new CallError(response.status, sentenceOf(problem.success ? problem.data : undefined));
};

interface Problem {
  detail: string;
  errors?: readonly { path: string; message: string }[] | undefined;
}

const sentenceOf = (problem: Problem | undefined): string => {
  if (!problem) return 'The site responded with something unexpected.';
  const [field] = problem.errors ?? [];
  return field ? `${field.path.replace(/^\/?(body)?[./]*/, '')}: ${field.message}` : problem.detail;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

/** The sentence to show for what was thrown. */
export const sentenceFor = (error: unknown): string =>
  error instanceof CallError ? error.message : 'Something went wrong on this page.';
