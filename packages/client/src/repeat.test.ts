import { describe, expect, it } from 'vitest';
import { createRepeatingSend, pauseOf, type Send } from './repeat.ts';

const nowMs = Date.UTC(2026, 10, 28, 12);

const createWorld = (...answers: (Response | Error)[]) => {
  const keys: (string | null)[] = [];
  const bodies: string[] = [];
  const waits: number[] = [];
  let created = 0;
  const send: Send = async (request) => {
    keys.push(request.headers.get('idempotency-key'));
    bodies.push(await request.text());
    const answer = answers.shift() ?? new Response('ok');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return {
    keys,
    bodies,
    waits,
    send: createRepeatingSend({
      send,
      wait: async (ms) => void waits.push(ms),
      now: () => nowMs,
      createKey: () => `key-${(created += 1)}`,
    }),
  };
};
const post = (headers: Record<string, string> = {}) =>
  new Request('https://fair.example.org/api/bet', { method: 'POST', body: '{"amount":1}', headers });

describe('a POST', () => {
  it('is repeated with its key and its body while its outcome is unknown', async () => {
    const { send, keys, bodies, waits } = createWorld(
      new TypeError('no network'),
      new Response('', { status: 503 }),
    );
    expect(await (await send(post())).text()).toBe('ok');
    expect(keys).toEqual(['key-1', 'key-1', 'key-1']);
    expect(bodies).toEqual(Array.from({ length: 3 }, () => '{"amount":1}'));
    expect(waits).toEqual([300, 900]);
  });

  it('has a key of its own each time, or the one of its caller', async () => {
    const { send, keys } = createWorld();
    await send(post());
    await send(post());
    await send(post({ 'idempotency-key': 'mine' }));
    expect(keys).toEqual(['key-1', 'key-2', 'mine']);
  });

  it('is not repeated once it was refused', async () => {
    const { send, keys } = createWorld(new Response('', { status: 409 }));
    expect((await send(post())).status).toBe(409);
    expect(keys).toHaveLength(1);
  });

  it('fails with the last failure', async () => {
    const failures = Array.from({ length: 9 }, (_, at) => new TypeError(`failure ${at}`));
    const { send, keys } = createWorld(...failures);
    await expect(send(post())).rejects.toThrow('failure 4');
    expect(keys).toHaveLength(5);
    const unavailable = createWorld(...Array.from({ length: 9 }, () => new Response('', { status: 503 })));
    expect((await unavailable.send(post())).status).toBe(503);
  });
});

it('waits for as long as the site asks it to', async () => {
  const limited = () => new Response('', { status: 429, headers: { 'retry-after': '2' } });
  const { send, keys, waits } = createWorld(limited(), limited());
  const answer = await send(new Request('https://fair.example.org/api/user/me'));
  expect(answer.status).toBe(200);
  expect(waits).toEqual([2_000, 2_000]);
  expect(keys).toEqual([null, null, null]);
});

it.each([
  ['3', 3_000],
  [new Date(nowMs + 5_000).toUTCString(), 5_000],
  [new Date(nowMs - 5_000).toUTCString(), 1_000],
  ['0', 1_000],
  [null, 1_000],
  ['', 1_000],
  ['soon', 1_000],
  ['-7', 1_000],
  ['1.5', 1_000],
  ['NaN', 1_000],
  ['86400', undefined],
  [new Date(nowMs + 3_601_000).toUTCString(), undefined],
  [new Date(nowMs + 3_600_000).toUTCString(), 3_600_000],
  ['9'.repeat(40), undefined],
])('takes a Retry-After of %s for a pause of %s ms', (header, ms) => {
  expect(pauseOf(header, nowMs)).toBe(ms);
});

it('hands a refusal to its caller where the site asks for a longer pause than an hour', async () => {
  const { send, waits } = createWorld(new Response('', { status: 429, headers: { 'retry-after': '3601' } }));
  expect((await send(post())).status).toBe(429);
  expect(waits).toEqual([]);
});
