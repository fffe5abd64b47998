/** A34: SQL and input for catastrophic backtracking in every field of every call do no harm and cost little. */
import { anyInstantGame as game } from '../../../../games/test/sweeps.ts';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { signedMessage, type ReceivedMessage } from '../test-line.ts';
import { findCalls, requestOf, type Call, type Request } from '../call-samples.ts';
import { startTestSite, type TestSite } from '../test-site.ts';
import { hostileHeaders, hostileTexts, hostileValues, sqlTexts } from '../hostile-inputs.ts';
import { until } from '../player-client.ts';

/** The CPU time of a call: ten times the 100 ms that the slowest call needs. */
const maxCpuMs = 1_000;
/** The time including the database; far below the `pg_sleep` in the inputs. */
const maxWallMs = 10_000;

let bonus: TestSite;
let calls: Call[];
let canary: string;
let schemaBefore: string;
let canaryBefore: string;
let slowest = { cpuMs: 0, what: '' };
let players = 0;
const strangeNames = [...sqlTexts.slice(-6), '__proto__', 'constructor'];

const schemaNow = async (): Promise<string> =>
  JSON.stringify(
    await bonus.rows(`SELECT table_name, column_name, data_type FROM information_schema.columns
        WHERE table_schema = 'public' ORDER BY 1, 2`),
  );
const canaryNow = async (): Promise<string> => {
  const { text } = await bonus.call('POST', '/user/export', canary, { password: 'a meadow of lanterns' });
  // Each export is a notice in the next one.
  const { notices: _notices, ...rest } = JSON.parse(text) as { notices: unknown };
  return JSON.stringify(rest);
};

interface HostileRequest {
  request: Request;
  headers: Record<string, string>;
}

const send = async ({ request: { method, url, payload }, headers }: HostileRequest): Promise<number> => {
  const answer = await bonus.site.app.inject({
    method,
    url,
    headers: { ...headers, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  return answer.statusCode;
};
const describeRequest = ({ request: { method, url, payload }, headers }: HostileRequest): string =>
  `${method} ${url.slice(0, 120)} ${JSON.stringify(payload ?? headers).slice(0, 200)}`;

const bad: string[] = [];
const atOnce = 16;

/** Sends several requests at once, because most of the time is waiting; a batch has the limits of one request. */
const sendAll = async (tries: readonly HostileRequest[]): Promise<number[]> => {
  const statuses: number[] = [];
  for (let from = 0; from < tries.length; from += atOnce) {
    const batch = tries.slice(from, from + atOnce);
    const what = describeRequest(batch[0] as HostileRequest);
    const cpuBefore = process.threadCpuUsage();
    const startedAt = performance.now();
    const answers = await Promise.all(batch.map(send));
    const wallMs = performance.now() - startedAt;
    const { user, system } = process.threadCpuUsage(cpuBefore);
    const cpuMs = (user + system) / 1_000;
    if (cpuMs > slowest.cpuMs) slowest = { cpuMs, what };
    if (cpuMs > maxCpuMs || wallMs > maxWallMs) bad.push(`${Math.round(cpuMs)} ms of CPU near ${what}`);
    answers.forEach((status, index) => {
      if (status >= 500) bad.push(`${status} ${describeRequest(batch[index] as HostileRequest)}`);
    });
    statuses.push(...answers);
  }
  return statuses;
};

beforeAll(async () => {
  bonus = await startTestSite();
  calls = findCalls(bonus.site);
  canary = (await bonus.register('canary')).token;
  [schemaBefore, canaryBefore] = [await schemaNow(), await canaryNow()];
});

afterAll(async () => {
  console.log(`dearest ${atOnce} calls: ${slowest.cpuMs.toFixed(0)} ms of CPU, from ${slowest.what}`);
  await bonus?.close();
});

/** One player per call, because some calls end the session or change the password that they use. */
const someone = async () => ({
  authorization: `Bearer ${(await bonus.register(`attacker_${++players}`)).token}`,
});

it('A34: handles each hostile text in each field of each call without a 500 and within its limit', async () => {
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
      // Names of no player, where names are expected.
      ...strangeNames.map(named),
      ...(plain.payload === undefined
        ? []
        : strangeNames.map((text) => ({
            ...plain,
            payload: { ...(plain.payload as object), [text]: text },
          }))),
    ];
    statuses.push(...(await sendAll(requests.map((request) => ({ request, headers })))));
  }
  expect(bad).toEqual([]);
  expect(statuses.filter((status) => status === 400).length, 'refusals').toBeGreaterThan(1_000);
  expect(statuses.filter((status) => status < 300).length, 'texts that were taken').toBeGreaterThan(300);
}, 300_000);

it('A34: handles hostile texts in each header that is read', async () => {
  const names = ['authorization', 'cookie', 'idempotency-key', 'user-agent', 'accept-language', 'origin'];
  const { authorization } = await someone();
  for (const call of calls.filter(({ path }) => !path.endsWith('/logout'))) {
    // One call receives all of them, each other call some.
    const texts = call.path === `/api${game.create}` ? hostileHeaders : sqlTexts.slice(-3);
    const tries = names.flatMap((name) =>
      texts.map((text): HostileRequest => {
        const value =
          name === 'authorization' ? `Bearer ${text}` : name === 'cookie' ? `session=${text}` : text;
        return { request: requestOf(call), headers: { authorization, [name]: value } };
      }),
    );
    await sendAll(tries);
  }
  expect(bad).toEqual([]);
}, 300_000);

it('A34: handles hostile texts in live messages', async () => {
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

it('A34: leaves the schema, the rows and the coins unchanged', async () => {
  expect(await schemaNow()).toBe(schemaBefore);
  expect(await canaryNow()).toBe(canaryBefore);
  expect(await bonus.findViolations()).toEqual([]);
  // Accepted texts are stored exactly as they were sent, as values.
  const stored = await bonus.rows<{ description: string }>('SELECT description FROM contact_message');
  const descriptions = new Set(stored.map(({ description }) => description));
  const takable = sqlTexts.filter((text) => text === text.trim());
  expect(takable.filter((text) => !descriptions.has(text))).toEqual([]);
});
