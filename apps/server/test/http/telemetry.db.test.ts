/** Traces and metrics for a collector: what they show, what they never contain, and that nothing depends on it. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../player-client.ts';
import { startTestSite, type TestSite } from '../test-site.ts';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number };
}
interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
  status: { code?: number; message?: string };
}
interface Point {
  attributes: Attribute[];
  asDouble?: number;
  count?: number | string;
  bucketCounts?: (number | string)[];
  explicitBounds?: number[];
}
interface Metric {
  name: string;
  sum?: { isMonotonic: boolean; dataPoints: Point[] };
  gauge?: { dataPoints: Point[] };
  histogram?: { dataPoints: Point[] };
}
interface Scoped {
  resource: { attributes: Attribute[] };
  scopeSpans?: { spans: Span[] }[];
  scopeMetrics?: { metrics: Metric[] }[];
}

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A collector that answers each request in the given way, and stores what it received. */
const startCollector = async (
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
) => {
  const texts: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      texts.push(text);
      answer(request, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const received = () =>
    texts.map((text) => JSON.parse(text) as { resourceSpans?: Scoped[]; resourceMetrics?: Scoped[] });
  const resources = () =>
    received().flatMap(({ resourceSpans, resourceMetrics }) => resourceSpans ?? resourceMetrics ?? []);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts,
    resources,
    spans: () =>
      resources()
        .flatMap(({ scopeSpans }) => scopeSpans ?? [])
        .flatMap(({ spans }) => spans),
    metrics: () =>
      resources()
        .flatMap(({ scopeMetrics }) => scopeMetrics ?? [])
        .flatMap(({ metrics }) => metrics),
  };
};

const startTraced = async (endpoint: string, env: Record<string, string> = {}): Promise<TestSite> => {
  const site = await startTestSite({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env } });
  let isClosed = false;
  const { close } = site;
  site.close = async () => {
    if (!isClosed) await close();
    isClosed = true;
  };
  closers.push(site.close);
  const open = `SELECT id FROM aviator_round WHERE state = 'betting'`;
  await until('a round is open', async () => (await site.rows(open)).length > 0);
  return site;
};

const key = 'a-key-that-is-sent-with-the-bet';
const placeBet = async (testSite: TestSite, username: string) => {
  const { token } = await testSite.register(username);
  const placed = await testSite.call('POST', '/aviator/create?query=hunter2', token, { amount: 110 }, key);
  return { token, status: placed.status };
};

const childrenOf = (spans: readonly Span[], parent: Span): Span[] =>
  spans.filter(({ traceId, parentSpanId }) => traceId === parent.traceId && parentSpanId === parent.spanId);
const only = <Item>(items: readonly Item[]): Item => {
  expect(items).toHaveLength(1);
  return items[0] as Item;
};
const plain = (attributes: readonly Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key: name, value }) => [
      name,
      value.stringValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );

describe('with a collector', () => {
  it('sends the trace of a bet: the request, its batch, and the statements of that', async () => {
    const collector = await startCollector();
    const testSite = await startTraced(collector.url);
    expect((await placeBet(testSite, 'traced_player')).status).toBe(201);
    await testSite.close();

    const spans = collector.spans();
    const request = only(spans.filter(({ name }) => name === 'POST /api/aviator/create'));
    expect(request.parentSpanId ?? '').toBe('');
    expect(plain(request.attributes)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/aviator/create',
      'http.response.status_code': 201,
    });
    // Who calls is looked up before the body is read, and in the same trace.
    const ofRequest = childrenOf(spans, request);
    expect(ofRequest.map(({ name }) => name)).toContain('sign-in-find-sessions');
    const batch = only(ofRequest.filter(({ name }) => name === 'batch aviator/create'));
    expect(plain(batch.attributes)).toEqual({ 'fairground.batch.size': 1 });
    const transaction = only(childrenOf(spans, batch).filter(({ name }) => name === 'transaction'));
    expect(childrenOf(spans, transaction).map(({ name }) => name)).toContain('aviator-place-bets');
  });

  it('sends the steps of the director with their statements', async () => {
    const collector = await startCollector();
    const testSite = await startTraced(collector.url);
    await until('a step was sent', () => collector.spans().some(({ name }) => name === 'step aviator'));
    await testSite.close();
    const spans = collector.spans();
    const steps = spans.filter(({ name }) => name === 'step aviator');
    expect(steps.filter(({ parentSpanId }) => (parentSpanId ?? '') !== '')).toEqual([]);
    expect(steps.flatMap((step) => childrenOf(spans, step)).map(({ name }) => name)).toContain(
      'aviator-find-running-round',
    );
  });

  it('sends the metrics that Prometheus reads', async () => {
    const collector = await startCollector();
    const testSite = await startTraced(collector.url);
    await placeBet(testSite, 'counted_player');
    await testSite.close();
    const metrics = new Map(collector.metrics().map((metric) => [metric.name, metric]));
    const bets = metrics.get('fairground_bets_total')?.sum;
    expect(bets?.isMonotonic).toBe(true);
    expect(bets?.dataPoints.map(({ attributes, asDouble }) => [plain(attributes), asDouble])).toEqual([
      [{ game: 'aviator', result: 'ok' }, 1],
    ]);
    expect(metrics.get('fairground_live_connections')?.gauge?.dataPoints[0]?.asDouble).toBe(0);
    const requests = metrics.get('fairground_http_request_seconds')?.histogram?.dataPoints ?? [];
    const ofBet = only(
      requests.filter(({ attributes }) => plain(attributes)['route'] === '/api/aviator/create'),
    );
    expect(Number(ofBet.count)).toBe(1);
    expect(ofBet.bucketCounts).toHaveLength((ofBet.explicitBounds?.length ?? 0) + 1);
    expect(ofBet.bucketCounts?.reduce<number>((sum, count) => sum + Number(count), 0)).toBe(1);
  });

  it('names the process, and nobody and nothing that a player sent', async () => {
    const collector = await startCollector();
    const testSite = await startTraced(collector.url);
    const { token } = await placeBet(testSite, 'private_player');
    await testSite.call('GET', '/user/profile/private_player');
    await testSite.call('GET', '/no-such-call/private_player');
    // A unique violation, whose message quotes the name.
    await testSite.register('private_player').catch(() => undefined);
    await testSite.close();
    for (const { resource } of collector.resources()) {
      expect(plain(resource.attributes)).toMatchObject({ 'service.name': 'fairground' });
      expect(plain(resource.attributes)['service.instance.id']).toMatch(/^[0-9a-f-]{36}$/);
    }
    const names = new Set(collector.spans().flatMap(({ attributes }) => attributes.map((each) => each.key)));
    const known = [
      'db.system.name',
      'error.type',
      'fairground.batch.size',
      'fairground.epoch',
      'http.request.method',
      'http.response.status_code',
      'http.route',
    ];
    expect([...names].filter((name) => !known.includes(name))).toEqual([]);
    const text = collector.texts.join('\n');
    expect(text).toContain('/api/user/profile/:username');
    for (const secret of ['private_player', token, key, 'lanterns', 'example.org', 'hunter2'])
      expect(text).not.toContain(secret);
  });

  it('sends the part of traces that is set', async () => {
    const collector = await startCollector();
    const testSite = await startTraced(collector.url, { OTEL_TRACES_SAMPLER_ARG: '0' });
    await placeBet(testSite, 'unsampled_player');
    await testSite.close();
    expect(collector.spans()).toEqual([]);
    expect(collector.metrics().length).toBeGreaterThan(0);
  });
});

describe('without a collector that works', () => {
  it('serves, and stops, where nothing listens', async () => {
    const testSite = await startTraced('http://127.0.0.1:1');
    expect((await placeBet(testSite, 'alone_player')).status).toBe(201);
    await testSite.close();
  });

  it('serves where it refuses everything', async () => {
    const collector = await startCollector((_request, response) => response.writeHead(500).end('broken'));
    const testSite = await startTraced(collector.url);
    expect((await placeBet(testSite, 'refused_player')).status).toBe(201);
    await until('it has refused something', () => collector.texts.length > 0);
    expect((await placeBet(testSite, 'refused_again')).status).toBe(201);
    await testSite.close();
  });

  it('does not wait for one that never answers', async () => {
    const pending = new Set<ServerResponse>();
    const collector = await startCollector((_request, response) => {
      pending.add(response);
      response.on('close', () => pending.delete(response));
    });
    const testSite = await startTraced(collector.url);
    expect((await placeBet(testSite, 'patient_player')).status).toBe(201);
    await testSite.close();
    // It stopped while requests were still open.
    expect(pending.size).toBeGreaterThan(0);
  });
});

it('loads nothing of OpenTelemetry but the interface that prom-client needs, unless a collector is set', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      load(url, context, next) {
        const name = /node_modules\\/(@opentelemetry\\/[^/]+)\\//.exec(url)?.[1];
        if (name) loaded.add(name);
        return next(url, context);
      },
    });
    await import('./src/site/serve.ts');
    const { startTelemetry } = await import('./src/site/telemetry-part.ts');
    const deps = { instance: 'test', metrics: { read: async () => [] }, log: console, clock: {
      now: Date.now, monotonic: () => performance.now(), setTimeout: (run, ms) => setTimeout(run, ms).unref(),
    } };
    await startTelemetry({ ...deps, settings: { otlpEndpoint: null, traceRatio: 1 } });
    const before = [...loaded];
    await startTelemetry({ ...deps, settings: { otlpEndpoint: 'http://127.0.0.1:1', traceRatio: 1 } });
    console.log(JSON.stringify({ before, after: [...loaded] }));
    process.exit();
  `;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module-typescript', '--eval', program],
    { cwd: new URL('../..', import.meta.url) },
  );
  const { before, after } = JSON.parse(stdout) as Record<'before' | 'after', string[]>;
  expect(before.filter((name) => name !== '@opentelemetry/api')).toEqual([]);
  expect(after).toContain('@opentelemetry/sdk-trace');
});
