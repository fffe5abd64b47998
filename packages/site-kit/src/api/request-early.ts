/** The only request that does not wait for the application: see start.ts. `request` reads its answer. */
import { apiUrl, credentials } from './endpoints.ts';

/** A server that does not answer for so long is treated as one that cannot be reached. */
export const requestTimeoutMs = 15_000;

/** `path` is below `/api`. */
export function requestEarly(path: string): Promise<Response> {
  const ended = new AbortController();
  setTimeout(() => ended.abort(), requestTimeoutMs);
  const response = fetch(apiUrl(path), {
    credentials,
    headers: { Accept: 'application/json' },
    signal: ended.signal,
  });
  // Nobody may ever read the answer.
  response.catch(() => undefined);
  return response;
}
