/** A34: SQL and runaway patterns in every input of every call break nothing, and cost next to nothing. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { signedMessage, type ReceivedMessage } from '../../src/realtime/test-line.ts';
import { findCalls, requestOf, type Call, type Request } from '../call-samples.ts';
import { startBonusSite, type BonusSite } from '../bonus-site.ts';
import { hostileHeaders, hostileTexts, hostileValues, sqlTexts } from '../hostile-inputs.ts';
import { until } from '../player-client.ts';

/** What a call may cost the thread that serves everybody, on a machine ten times slower than one that needs 100 ms at most. */
const maxCpuMs = 1_000;
/** The same with what the database needs; far below the pause that the corpus asks it for. */
const maxWallMs = 10_000;

let bonus: BonusSite;
let calls: Call[];
let canary: string;
let schemaBefore: string;
let canaryBefore: string;
let slowest = { cpuMs: 0, what: '' };
let players = 0;
const strangeNames = [...sqlTexts.slice(-6), '__proto__', 'constructor'];

const schemaNow = async (): Promise<string> =>
  JSON.stringify(
    await bonus.database.query({
      text: `SELECT table_name, column_name, data_type FROM information_schema.columns
        WHERE table_schema = 'public' ORDER BY 1, 2`,
      values: [],
    }),
  );
const canaryNow = async (): Promise<string> => (await bonus.get(canary, '/user/export')).text;

interface Tried {
  request: Request;
  headers: Record<string, string>;
}

const send = async ({ request: { method, url, payload }, headers }: Tried): Promise<number> => {
  const answer = await bonus.site.app.inject({
    method,
    url,
    headers: { ...headers, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  return answer.statusCode;
};
const describeTry = ({ request: { method, url, payload }, headers }: Tried): string =>
  `${method} ${url.slice(0, 120)} ${JSON.stringify(payload ?? headers).slice(0, 200)}`;

const bad: string[] = [];
const atOnce = 16;

/** Some at once, as the most of it is waiting; together they have to keep the bound of one. */
const tryAll = async (tries: readonly Tried[]): Promise<number[]> => {
  const statuses: number[] = [];
  for (let from = 0; from < tries.length; from += atOnce) {
    const batch = tries.slice(from, from + atOnce);
    const what = describeTry(batch[0] as Tried);
    const cpuBefore = process.threadCpuUsage();
    const startedAt = performance.now();
    const answers = await Promise.all(batch.map(send));
    const wallMs = performance.now() - startedAt;
    const { user, system } = process.threadCpuUsage(cpuBefore);
    const cpuMs = (user + system) / 1_000;
    if (cpuMs > slowest.cpuMs) slowest = { cpuMs, what };
    if (cpuMs > maxCpuMs || wallMs > maxWallMs) bad.push(`${Math.round(cpuMs)} ms of CPU near ${what}`);
    answers.forEach((status, index) => {
      if (status >= 500) bad.push(`${status} ${describeTry(batch[index] as Tried)}`);
    });
    statuses.push(...answers);
  }
  return statuses;
};

beforeAll(async () => {
  bonus = await startBonusSite();
  calls = findCalls(bonus.site);
  canary = (await bonus.register('canary')).token;
  [schemaBefore, canaryBefore] = [await schemaNow(), await canaryNow()];
});

afterAll(async () => {
  console.log(`dearest ${atOnce} calls: ${slowest.cpuMs.toFixed(0)} ms of CPU, from ${slowest.what}`);
  await bonus?.close();
});

/** A player for each call, as some end the session or change the password that they are sent with. */
const someone = async () => ({
  authorization: `Bearer ${(await bonus.register(`attacker_${++players}`)).token}`,
});

it('A34: each place of each call takes each text without a fault, within its bound', async () => {
  expect(calls.length, 'calls in the OpenAPI document').toBeGreaterThan(45);
  const statuses: number[] = [];
  for (const call of calls) {
    const headers = await someone();
    const plain = requestOf(call);
    const named = (text: string): Request => {
      const name = encodeURIComponent(text);
      return { ...plain, url: `${plain.url.split('?')[0]}?${name}=${name}` };
    };
    const requests = [
      plain,
      ...call.places.flatMap((place) =>
        [...hostileTexts, ...(place.in === 'body' ? hostileValues : [])].map((value) =>
          requestOf(call, place, value),
        ),
      ),
      // Names that are nobody's, where names are expected.
      ...strangeNames.map(named),
      ...(plain.payload === undefined
        ? []
        : strangeNames.map((text) => ({
            ...plain,
            payload: { ...(plain.payload as object), [text]: text },
          }))),
    ];
    statuses.push(...(await tryAll(requests.map((request) => ({ request, headers })))));
  }
  expect(bad).toEqual([]);
  expect(statuses.filter((status) => status === 400).length, 'refusals').toBeGreaterThan(1_000);
  expect(statuses.filter((status) => status < 300).length, 'texts that were taken').toBeGreaterThan(300);
}, 300_000);

it('A34: each header that is read takes them too', async () => {
  const names = ['authorization', 'cookie', 'idempotency-key', 'user-agent', 'accept-language', 'origin'];
  const { authorization } = await someone();
  for (const call of calls.filter(({ path }) => !path.endsWith('/logout'))) {
    // One call meets them all, every call meets some.
    const texts = call.path === '/api/mineField/create' ? hostileHeaders : sqlTexts.slice(-3);
    const tries = names.flatMap((name) =>
      texts.map((text): Tried => {
        const value =
          name === 'authorization' ? `Bearer ${text}` : name === 'cookie' ? `session=${text}` : text;
        return { request: requestOf(call), headers: { authorization, [name]: value } };
      }),
    );
    await tryAll(tries);
  }
  expect(bad).toEqual([]);
}, 300_000);

it('A34: live messages too', async () => {
  const socket = new WebSocket(`${bonus.site.url.replace('http', 'ws')}/ws`);
  const codes: unknown[] = [];
  socket.on('message', (data: Buffer) => {
    const { requestId, payload } = JSON.parse(data.toString()) as ReceivedMessage;
    if (requestId !== undefined) codes.push(payload.code ?? 'ok');
  });
  await once(socket, 'open');
  const texts = hostileTexts.filter((text) => text.length < 7_000);
  const messages = texts.flatMap((text) => [
    { type: 'userProfile', payload: { userId: text } },
    { type: 'userProfile', payload: { [text]: text } },
    { type: text.slice(0, 64), payload: {} },
    { type: 'subscribe', payload: { topics: [text] } },
  ]);
  messages.forEach((message, index) =>
    socket.send(signedMessage({ ...message, requestId: `r${index}`, nowMs: Date.now() })),
  );
  await until('all are answered', () => codes.length === messages.length);
  socket.terminate();
  expect(codes.filter((code) => code === 'internal_error' || code === 'unavailable')).toEqual([]);
});

it('A34: and when all is over, no table, no row and no coin is other than it was', async () => {
  expect(await schemaNow()).toBe(schemaBefore);
  expect(await canaryNow()).toBe(canaryBefore);
  expect(await bonus.broken()).toEqual([]);
  // What was taken stands there as it was sent: it travelled as a value.
  const kept = await bonus.database.query<{ description: string }>({
    text: 'SELECT description FROM contact_message',
    values: [],
  });
  const descriptions = new Set(kept.map(({ description }) => description));
  const takable = sqlTexts.filter((text) => text === text.trim());
  expect(takable.filter((text) => !descriptions.has(text))).toEqual([]);
});
