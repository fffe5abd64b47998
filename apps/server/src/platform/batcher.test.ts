import { describe, expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

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
