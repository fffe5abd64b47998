import * as z from 'zod/mini';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { followShownPlayer, postCoins, request } from './request.ts';
import { requestTimeoutMs } from './request-early.ts';

const answer = z.object({ paid: z.number() });
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const problem = (status: number, code: string, errors?: unknown) =>
  json(status, { type: 'about:blank', title: code, status, detail: 'A sentence.', code, errors });

function stubFetch(...outcomes: (Response | Error)[]) {
  const fetch = vi.fn((_url: string, _init: RequestInit) => {
    const outcome = outcomes.shift() ?? new Error('no outcome left');
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const keysOf = (fetch: ReturnType<typeof stubFetch>) =>
  fetch.mock.calls.map(([, init]) => (init.headers as Record<string, string>)['Idempotency-Key']);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('request', () => {
  it('gives what the schema accepts', async () => {
    stubFetch(json(200, { paid: 7, more: true }));
    expect(await request('/x', { answer })).toEqual({ paid: 7 });
  });

  it('throws the code, the sentence and the fields of a problem document', async () => {
    stubFetch(problem(400, 'invalid_request', [{ path: 'email', message: 'Not an address.' }]));
    const error = await request('/x', { answer }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_request',
      detail: 'A sentence.',
      errors: [{ path: 'email', message: 'Not an address.' }],
    });
  });

  it('reads the answer of a request that was sent before, and sends no other', async () => {
    const fetch = stubFetch();
    const sent = Promise.resolve(json(200, { paid: 7 }));
    expect(await request('/x', { answer, sent })).toEqual({ paid: 7 });
    await expect(
      request('/x', { answer, sent: Promise.reject(new TypeError('offline')) }),
    ).rejects.toMatchObject({ code: 'network' });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('throws a fault of the page as it is, and not as one of the network', async () => {
    const missing = new TypeError('fetch is not a function');
    vi.stubGlobal('fetch', () => {
      throw missing;
    });
    await expect(request('/x', { answer })).rejects.toBe(missing);
    const circle: Record<string, unknown> = {};
    circle['itself'] = circle;
    await expect(request('/x', { method: 'POST', body: circle })).rejects.toBeInstanceOf(TypeError);
  });

  it('never hands on an answer that the schema refuses', async () => {
    stubFetch(json(200, { paid: 'seven' }));
    await expect(request('/x', { answer })).rejects.toMatchObject({ code: 'internal_error' });
  });
});

describe('a server that does not answer', () => {
  /** Answers never, and rejects when it is aborted, as `fetch` does. */
  const neverAnswers = (_url: string, { signal }: RequestInit) =>
    new Promise<Response>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });

  it('is treated as one that cannot be reached after the timeout, and not before', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', neverAnswers);
    const ended = vi.fn();
    void request('/x', { answer }).catch(ended);
    await vi.advanceTimersByTimeAsync(requestTimeoutMs - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ code: 'network', status: 0 }));
  });

  it('is not waited for when the caller needs no answer, in browsers without AbortSignal.any too', async () => {
    vi.stubGlobal('fetch', neverAnswers);
    vi.stubGlobal('AbortSignal', { ...AbortSignal, any: undefined });
    const caller = new AbortController();
    const ended = request('/x', { answer, signal: caller.signal }).catch((error: unknown) => error);
    caller.abort();
    expect(await ended).toBeInstanceOf(DOMException);
  });
});

describe('postCoins', () => {
  it('repeats with the same key while the outcome is unknown', async () => {
    vi.useFakeTimers();
    const fetch = stubFetch(new TypeError('network'), problem(503, 'unavailable'), json(201, { paid: 7 }));
    const paid = postCoins('/x', { amount: 10 }, answer);
    await vi.runAllTimersAsync();
    expect(await paid).toEqual({ paid: 7 });
    const keys = keysOf(fetch);
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('does not repeat a refusal, and uses another key for another intent', async () => {
    const fetch = stubFetch(problem(409, 'insufficient_coins'), json(201, { paid: 7 }));
    await expect(postCoins('/x', { amount: 10 }, answer)).rejects.toMatchObject({
      code: 'insufficient_coins',
    });
    await postCoins('/x', { amount: 10 }, answer);
    expect(new Set(keysOf(fetch)).size).toBe(2);
  });

  it('uses the key of an attempt whose outcome is unknown when the player tries again', async () => {
    vi.useFakeTimers();
    const lost = Array.from({ length: 4 }, () => new TypeError('network'));
    const fetch = stubFetch(...lost, json(201, { paid: 7 }));
    const failed = postCoins('/y', { drawId: '7' }, answer).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await failed).toMatchObject({ code: 'network' });
    expect(await postCoins('/y', { drawId: '7' }, answer)).toEqual({ paid: 7 });
    expect(new Set(keysOf(fetch)).size).toBe(1);
  });
});

describe('a call that changes something', () => {
  const playersOf = (fetch: ReturnType<typeof stubFetch>) =>
    fetch.mock.calls.map(([, init]) => (init.headers as Record<string, string>)['X-Player']);
  afterEach(() =>
    followShownPlayer(
      () => null,
      () => undefined,
    ),
  );

  it('says whom the page shows; a read, and the page of a visitor, do not', async () => {
    const fetch = stubFetch(json(200, {}), json(200, {}), json(200, {}));
    await request('/x', { method: 'POST' });
    followShownPlayer(
      () => 'u1',
      () => undefined,
    );
    await request('/x', { method: 'DELETE' });
    await request('/x');
    expect(playersOf(fetch)).toEqual([undefined, 'u1', undefined]);
  });

  it('is repeated as the player who made it, and under a key that no other player uses', async () => {
    vi.useFakeTimers();
    let shown = 'u1';
    followShownPlayer(
      () => shown,
      () => undefined,
    );
    const fetch = stubFetch(
      new TypeError('network'),
      problem(409, 'session_changed'),
      json(201, { paid: 7 }),
    );
    const paid = postCoins('/z', { amount: 10 }, answer).catch((error: unknown) => error);
    shown = 'u2';
    await vi.runAllTimersAsync();
    expect(await paid).toMatchObject({ code: 'session_changed' });
    await postCoins('/z', { amount: 10 }, answer);
    expect(playersOf(fetch)).toEqual(['u1', 'u1', 'u2']);
    expect(new Set(keysOf(fetch)).size).toBe(2);
  });

  it('does not use the key of another player whose outcome is unknown', async () => {
    vi.useFakeTimers();
    let shown = 'u1';
    followShownPlayer(
      () => shown,
      () => undefined,
    );
    const fetch = stubFetch(
      ...Array.from({ length: 4 }, () => new TypeError('network')),
      json(201, { paid: 7 }),
    );
    const lost = postCoins('/w', {}, answer).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    await lost;
    shown = 'u2';
    await postCoins('/w', {}, answer);
    expect(new Set(keysOf(fetch)).size).toBe(2);
  });

  it('asks who is signed in where another player is', async () => {
    const changed = vi.fn();
    followShownPlayer(() => 'u1', changed);
    stubFetch(problem(409, 'session_changed'));
    await expect(request('/x', { method: 'POST' })).rejects.toMatchObject({ code: 'session_changed' });
    expect(changed).toHaveBeenCalledOnce();
  });
});
