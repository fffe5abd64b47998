/** Records what a page asks of the site and is told, on the wall clock. */
import type { Page, Request } from '@playwright/test';
import type { ServerEnvelope } from '@fairground/contract/live';
import type { RecordedCall } from '../packages/histories/src/events.ts';
import type { ClientHistory } from '../apps/server/test/history.ts';

/** The page's player: each page of a test has one. */
const player = 'page';

/** Undefined for what is not a call, and for later pages of lists, which leave out what was acknowledged last. */
const toRequest = (request: Request): RecordedCall['request'] | undefined => {
  const { pathname, searchParams } = new URL(request.url());
  if (!pathname.startsWith('/api/') || Number(searchParams.get('pageNo') ?? 1) > 1) return undefined;
  if (searchParams.has('after')) return undefined;
  const key = request.headers()['idempotency-key'];
  return {
    method: request.method(),
    path: pathname.slice('/api'.length),
    ...(request.postData() ? { body: request.postDataJSON() as unknown } : {}),
    ...(key ? { key } : {}),
  };
};

/** To be called before the page is opened. Resolves, once the page does nothing more, when all answers are recorded. */
export const recordPage = (page: Page, history: ClientHistory): (() => Promise<void>) => {
  const calls = new Map<Request, RecordedCall>();
  const answers: Promise<void>[] = [];
  page.on('request', (request) => {
    const sent = toRequest(request);
    if (!sent) return;
    const nowMs = Date.now();
    const call = { kind: 'call', client: player, player, startMs: nowMs, endMs: nowMs } as const;
    const recorded = { ...call, request: sent, answer: null };
    calls.set(request, recorded);
    history.add(recorded);
  });
  page.on('requestfinished', (request) => {
    const call = calls.get(request);
    if (call) answers.push(addAnswer(call, request));
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const { type, payload: told } = JSON.parse(String(payload)) as ServerEnvelope;
      if (told.success) history.push(player, type, told.data, Date.now());
    }),
  );
  return async () => void (await Promise.all(answers));
};

/** The browser's own times: it reports events a moment later. */
const addAnswer = async (call: RecordedCall, request: Request): Promise<void> => {
  // A page that was left takes the bodies of its answers with it, and one that was closed its answers too.
  const response = await request.response().catch(() => null);
  const text = await response?.text().catch(() => undefined);
  if (!response || text === undefined) return;
  const { startTime, responseEnd } = request.timing();
  const isJson = response.headers()['content-type']?.startsWith('application/json') === true;
  Object.assign(call, {
    startMs: startTime,
    endMs: startTime + responseEnd,
    answer: {
      status: response.status(),
      body: isJson && text ? (JSON.parse(text) as unknown) : {},
      isReplay: 'idempotency-replayed' in response.headers(),
    },
  } satisfies Partial<RecordedCall>);
};
