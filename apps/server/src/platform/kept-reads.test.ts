import { describe, expect, it } from 'vitest';
import { keepReads } from './kept-reads.ts';

/** Reads that the test answers, in the order in which they began. */
const openReads = (options: { maxSize?: number } = {}) => {
  const begun: { key: string; answer: (value: string | undefined) => void; fail: (error: Error) => void }[] =
    [];
  const findKept = keepReads<string, string | undefined>({
    isFinal: (value) => value !== undefined,
    sizeOf: (value) => value?.length ?? 0,
    maxSize: options.maxSize ?? 100,
  });
  const find = (key: string) =>
    findKept(key, () => new Promise((answer, fail) => begun.push({ key, answer, fail })));
  return { begun, find };
};

/** Finds what its first read answers. */
const settle = async ({ begun, find }: ReturnType<typeof openReads>, key: string, value: string) => {
  const count = begun.length;
  const found = find(key);
  begun[count]?.answer(value);
  expect(await found).toBe(value);
};

describe('reads that are kept', () => {
  it('are shared by all who ask while one is under way, and by all who ask later', async () => {
    const { begun, find } = openReads();
    const found = [find('a'), find('a'), find('a')];
    expect(begun).toHaveLength(1);
    begun[0]?.answer('value');
    expect(await Promise.all(found)).toEqual(['value', 'value', 'value']);
    expect(await find('a')).toBe('value');
    expect(begun).toHaveLength(1);
  });

  it('never answer a caller with what was not final before the caller asked', async () => {
    const { begun, find } = openReads();
    const early = find('a');
    const late = [find('a'), find('a')];
    begun[0]?.answer(undefined);
    expect(await early).toBeUndefined();
    await Promise.resolve();
    expect(begun).toHaveLength(2);
    begun[1]?.answer('value');
    expect(await Promise.all(late)).toEqual(['value', 'value']);
    expect(begun).toHaveLength(2);
  });

  it('keep no failure', async () => {
    const reads = openReads();
    const failed = reads.find('a');
    reads.begun[0]?.fail(new Error('the database is away'));
    await expect(failed).rejects.toThrow('away');
    await settle(reads, 'a', 'value');
  });

  it('drop what was used least recently once all are too large together', async () => {
    const reads = openReads({ maxSize: 10 });
    await settle(reads, 'a', '4444');
    await settle(reads, 'b', '4444');
    expect(await reads.find('a')).toBe('4444');
    await settle(reads, 'c', '4444');
    expect(await reads.find('a')).toBe('4444');
    expect(reads.begun).toHaveLength(3);
    void reads.find('b');
    expect(reads.begun).toHaveLength(4);
  });

  it('keep the newest value also if it is larger than the limit alone', async () => {
    const reads = openReads({ maxSize: 3 });
    await settle(reads, 'a', '4444');
    expect(await reads.find('a')).toBe('4444');
    expect(reads.begun).toHaveLength(1);
  });
});
