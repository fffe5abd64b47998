/**
 * One way to call the server: JSON both ways, answers read through the contract's schemas, refusals thrown
 * as `ApiError`. Calls that move coins carry an Idempotency-Key and are repeated with it, so that a lost
 * answer neither loses nor doubles a bet.
 */
import { t } from '../i18n/i18n.ts';
import { tabStorage } from '../store/note.ts';
import { ApiError } from './api-error.ts';
import { createCoinKeys } from './coin-keys.ts';
import { apiUrl, credentials } from './endpoints.ts';
import { requestTimeoutMs } from './request-early.ts';

/** The part of a zod schema that a call needs. */
export interface Answer<T> {
  safeParse(input: unknown): { success: true; data: T } | { success: false };
}

export interface RequestOptions<T> {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: unknown;
  /** Absent for calls that answer with no body. */
  answer?: Answer<T>;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** The response to this request, where it was sent before: it is not sent again. */
  sent?: Promise<Response>;
}

let notSignedIn = (): void => {};

/** Who is notified that the server no longer knows this session. */
export function onNotSignedIn(listener: () => void): void {
  notSignedIn = listener;
}

let shownPlayerId = (): string | null => null;
let sessionChanged = (): void => {};

/** Whom the page shows, and who is notified that another player is signed in by now. */
export function followShownPlayer(read: () => string | null, onChanged: () => void): void {
  shownPlayerId = read;
  sessionChanged = onChanged;
}

/** For calls that change something, so that none is made for a player who signed in elsewhere in this browser. */
export function shownPlayerHeader(): Record<string, string> {
  const id = shownPlayerId();
  return id === null ? {} : { 'X-Player': id };
}

/** `path` is below `/api`, such as `/user/me`. */
export async function request<T = void>(path: string, options: RequestOptions<T> = {}): Promise<T> {
  const { method = 'GET', body, answer, signal, headers, sent } = options;
  const ended = endAfterTimeout(signal);
  let response: Response;
  let payload: unknown;
  try {
    // What goes wrong before the request is sent is a fault of this page, and is thrown as it is.
    const answered =
      sent ??
      fetch(apiUrl(path), {
        method,
        credentials,
        headers: {
          Accept: 'application/json',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(method === 'GET' ? {} : shownPlayerHeader()),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: ended.signal,
      });
    [response, payload] = await answered
      .then(async (arrived) => [arrived, await readJson(arrived)] as const)
      .catch((error: unknown) => {
        if (signal?.aborted) throw error;
        throw new ApiError({ status: 0, code: 'network', detail: t('error.network') });
      });
  } finally {
    ended.release();
  }
  if (!response.ok) {
    throw await toRefusal(response, payload);
  }
  if (answer === undefined) return undefined as T;
  const parsed = answer.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw new ApiError({ status: response.status, code: 'internal_error', detail: t('error.unexpected') });
}

/**
 * Ends with the caller's signal, or when the server has not answered in time. `AbortSignal.any` is newer than
 * the browsers we support.
 */
function endAfterTimeout(signal: AbortSignal | undefined): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const end = (): void => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(), requestTimeoutMs);
  if (signal?.aborted) end();
  else signal?.addEventListener('abort', end);
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    },
  };
}

const coinKeys = createCoinKeys(tabStorage, randomHex);

/** A key is one player's: the next one to sign in makes calls of their own. */
const ownPath = (path: string): string => `${path} ${shownPlayerId() ?? ''}`;

/** After the state of a game was fetched: an unknown outcome of its calls to `path` is known now. */
export const settleCoinCalls = (path: string): void => coinKeys.settleAll(ownPath(path));

/** Waits between repeats; the last failure is thrown. */
const repeatAfterMs = [300, 900, 2000];

/**
 * A POST that moves coins. Repeats while the outcome is unknown (no answer, or a server that was unavailable),
 * always with the same key, and so does the same call made later: the server answers a repeat with what it answered
 * first. A body therefore names what the call is about, such as the draw.
 */
export const postCoins = <T>(path: string, body: object, answer: Answer<T>): Promise<T> =>
  postKeyed(path, body, answer, () => body);

/**
 * Does what `postCoins` does for a bet on a round whose result depends on what its bettors send: it adds a client seed
 * of the page's. The seed is the key, 16 random bytes, so that a repeat is the same call.
 */
export const postSeededCoins = <T>(path: string, body: object, answer: Answer<T>): Promise<T> =>
  postKeyed(path, body, answer, (clientSeed) => ({ ...body, clientSeed }));

async function postKeyed<T>(
  path: string,
  body: object,
  answer: Answer<T>,
  sentBody: (key: string) => object,
): Promise<T> {
  const keyPath = ownPath(path);
  const key = coinKeys.keyOf(keyPath, body);
  // Repeats are the same player's, although another one may be shown by then.
  const headers = { 'Idempotency-Key': key, Receipt: '1', ...shownPlayerHeader() };
  for (let attempt = 0; ; attempt++) {
    try {
      const answered = await request(path, { method: 'POST', body: sentBody(key), answer, headers });
      coinKeys.settle(keyPath, body);
      // Whatever becomes of a receipt, the stake is placed.
      void import('../receipts/keep-receipt.ts').then((part) => part.keep(path, answered)).catch(() => {});
      return answered;
    } catch (error) {
      if (!isOutcomeUnknown(error)) {
        coinKeys.settle(keyPath, body);
        throw error;
      }
      const waitMs = repeatAfterMs[attempt];
      if (waitMs === undefined) throw error;
      await new Promise((resume) => setTimeout(resume, waitMs));
    }
  }
}

/** 16 random bytes. `crypto.randomUUID` exists on secure origins only; a site tried out over plain http has none. */
export function randomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** No answer came, or one that leaves open whether coins moved. */
const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'network' || error.status >= 500);

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Reads the refusal in an answer that was not read yet, such as one to a file. */
export const readRefusal = async (response: Response): Promise<ApiError> =>
  toRefusal(response, await readJson(response));

async function toRefusal(response: Response, payload: unknown): Promise<ApiError> {
  const error = await parseRefusal(response, payload);
  if (error.code === 'not_signed_in') notSignedIn();
  if (error.code === 'session_changed') sessionChanged();
  return error;
}

/** The schema is loaded when it is needed: most visits meet no refusal. */
async function parseRefusal(response: Response, payload: unknown): Promise<ApiError> {
  const { problemSchema } = await import('@fairground/contract/problem');
  const parsed = problemSchema.safeParse(payload);
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(retryAfter) ? retryAfter * 1000 : null;
  if (parsed.success) {
    return new ApiError({ ...parsed.data, retryAfterMs, isServersWord: true });
  }
  const code = response.status === 503 ? 'unavailable' : 'internal_error';
  return new ApiError({ status: response.status, code, detail: t('error.unexpected'), retryAfterMs });
}
