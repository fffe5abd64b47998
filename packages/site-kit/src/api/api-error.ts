/** What a call throws when it has no good answer: the server's problem document, or the network's silence. */
import type { ErrorCode } from '@fairground/contract/errors';
import { waitingTime } from '@fairground/contract/waiting-time';
import { isMissingFile } from '../faults/missing-file.ts';
import { i18n, t } from '../i18n/i18n.ts';
import { problemText } from '../i18n/problem-text.ts';

export interface FieldError {
  path: string;
  message: string;
  reason?: string | undefined;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when no answer came at all, or nothing was asked. */
  readonly status: number;
  readonly code: ErrorCode | 'network' | 'cookies';
  /** A sentence a player can read. */
  readonly detail: string;
  readonly errors: readonly FieldError[];
  /** The token of a sign-in that waits for its second factor. */
  readonly challenge: string | null;
  /** From `Retry-After`, when the server named a time. */
  readonly retryAfterMs: number | null;
  /** Whether the server sent the sentence; without one the page shows its own. */
  readonly isServersWord: boolean;

  constructor(problem: {
    status: number;
    code: ErrorCode | 'network' | 'cookies';
    detail: string;
    errors?: readonly FieldError[] | undefined;
    challenge?: { token: string } | undefined;
    retryAfterMs?: number | null;
    isServersWord?: boolean;
  }) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.challenge = problem.challenge?.token ?? null;
    this.retryAfterMs = problem.retryAfterMs ?? null;
    this.isServersWord = problem.isServersWord ?? false;
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** The sentence to show for anything that was thrown. */
export function readableError(error: unknown, otherwise: string): string {
  if (isMissingFile(error)) return t('error.network');
  if (!isApiError(error)) return otherwise;
  const special = error.errors.find(({ path }) => path === 'token' || path === 'passkey');
  if (error.code === 'rate_limited' && error.retryAfterMs !== null) {
    const wait = waitingTime(error.retryAfterMs / 1_000, i18n.locale);
    return problemText('wait', error.detail, { wait });
  }
  return problemText(special?.path ?? error.code, error.detail);
}

/** The server's sentence, or `otherwise` where it sent none. */
export const serversWord = (error: unknown, otherwise: string): string =>
  isApiError(error) && error.isServersWord ? readableError(error, otherwise) : otherwise;
