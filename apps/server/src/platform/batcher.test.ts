import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, describe, expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';
import {
  currentSpan,
  installTracer,
  traced,
  type SpanEnd,
  type SpanReference,
  type SpanStart,
} from './telemetry/telemetry.ts';

const double = async (batch: readonly number[]) => batch.map((operation) => 2 * operation);

describe('a batcher', () => {
  it('gives each operation of a batch its own outcome', async () => {
    const batches: (readonly number[])[] = [];
    const submit = createBatcher<number, number>({
      run: (batch) => {
        batches.push(batch);
        return double(batch);
      },
    });
    expect(await Promise.all([submit(1), submit(2), submit(2)])).toEqual([2, 4, 4]);
    expect(batches).toEqual([[1, 2, 2]]);
  });

  it('rejects all of a batch that failed', async () => {
    const submit = createBatcher<number, number>({
      run: () => Promise.reject(new Error('away')),
    });
    const results = await Promise.allSettled([submit(1), submit(2)]);
    expect(results).toMatchObject([{ reason: { message: 'away' } }, { reason: { message: 'away' } }]);
  });

  it('retries the members of a failed batch separately where the error allows it', async () => {
    const batches: (readonly number[])[] = [];
    const submit = createBatcher<number, number>({
      run: async (batch) => {
        batches.push(batch);
        if (batch.includes(2)) throw new Error('two is bad');
        return double(batch);
      },
      isRetriedAlone: (error) => error instanceof Error && error.message === 'two is bad',
    });
    const results = await Promise.allSettled([submit(1), submit(2), submit(3)]);
    expect(results).toMatchObject([{ value: 2 }, { reason: { message: 'two is bad' } }, { value: 6 }]);
    expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  it('takes one operation of a key at a time, in their order, also after one that failed', async () => {
    const batches: (readonly string[])[] = [];
    const submit = createBatcher<string, string>({
      keyOf: (operation) => operation[0],
      run: async (batch) => {
        batches.push(batch);
        if (batch.includes('a2') && batch.length > 1) throw new Error('bad');
        return batch;
      },
      isRetriedAlone: () => true,
    });
    const sent = ['a1', 'a2', 'b1', 'a3', 'b2'];
    expect(await Promise.all(sent.map(submit))).toEqual(sent);
    expect(batches).toEqual([['a1', 'b1'], ['a2', 'b2'], ['a2'], ['b2'], ['a3']]);
  });

  it('continues after a failed batch', async () => {
    let isAway = true;
    const submit = createBatcher<number, number>({
      lanes: 1,
      run: (batch) => (isAway ? Promise.reject(new Error('away')) : double(batch)),
    });
    await expect(submit(1)).rejects.toThrow('away');
    isAway = false;
    expect(await submit(2)).toBe(4);
  });

  it('rejects where a batch has too few outcomes', async () => {
    const submit = createBatcher<number, number>({ run: async () => [1] });
    const results = await Promise.allSettled([submit(1), submit(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('reports that it is full without waiting', async () => {
    const submit = createBatcher<number, number | string>({ run: double, maxWaiting: 1, full: 'full' });
    expect(await Promise.all([submit(1), submit(2)])).toEqual([2, 'full']);
  });
});

describe('a batcher whose batches are traced', () => {
  interface RecordedSpan extends SpanStart, SpanEnd {
    reference: SpanReference;
    hasEnded: boolean;
  }

  const record = (): RecordedSpan[] => {
    const spans: RecordedSpan[] = [];
    const storage = new AsyncLocalStorage<SpanReference>();
    installTracer({
      current: () => storage.getStore(),
      runIn: (span, work) => storage.run(span, work),
      start(span) {
        const reference = { traceId: 'one', spanId: String(spans.length), traceFlags: 1 };
        const recorded: RecordedSpan = { ...span, reference, hasEnded: false };
        spans.push(recorded);
        return {
          reference,
          run: (work) => storage.run(reference, work),
          end: (end) => void Object.assign(recorded, end, { hasEnded: true }),
        };
      },
    });
    return spans;
  };
  afterEach(() => installTracer(undefined));

  it('makes each batch a part of its first operation, and links it to the others', async () => {
    const spans = record();
    const submit = createBatcher<number, number>({ name: 'batch of numbers', run: double });
    const request = (operation: number) =>
      traced({ name: `request ${operation}`, parent: null }, () => submit(operation));
    expect(await Promise.all([request(1), request(2), request(3)])).toEqual([2, 4, 6]);
    const [one, two, three, batch] = spans;
    expect(spans).toHaveLength(4);
    expect(batch).toMatchObject({
      name: 'batch of numbers',
      parent: one?.reference,
      links: [two?.reference, three?.reference],
      attributes: { 'fairground.batch.size': 3 },
      hasEnded: true,
    });
  });

  it('runs a batch without a name in the span of its first operation', async () => {
    const spans = record();
    const current: (SpanReference | undefined)[] = [];
    const submit = createBatcher<number, number>({
      async run(batch) {
        current.push(currentSpan());
        return double(batch);
      },
    });
    await Promise.all([submit(1), traced({ name: 'request', parent: null }, () => submit(2))]);
    expect(spans.map(({ name }) => name)).toEqual(['request']);
    expect(current).toEqual([spans[0]?.reference]);
  });

  it('marks a batch that failed by the kind of its error alone', async () => {
    const spans = record();
    const submit = createBatcher<number, number>({
      name: 'batch of numbers',
      run: () => Promise.reject(Object.assign(new Error('alice exists'), { code: '23505' })),
    });
    await expect(submit(1)).rejects.toThrow('alice exists');
    expect(spans).toMatchObject([
      { parent: null, isError: true, attributes: { 'error.type': '23505' }, hasEnded: true },
    ]);
  });
});
