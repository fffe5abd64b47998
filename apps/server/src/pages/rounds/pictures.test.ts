/** Pictures are drawn one at a time and once each, and no more wait than may. */
import { describe, expect, it } from 'vitest';
import { createPictures, maxCachedPictures, maxWaitingOfCaller, maxWaitingPictures } from './pictures.ts';

interface Drawing {
  title: string;
  finish(): void;
  fail(): void;
}

function createBoard() {
  const begun: Drawing[] = [];
  const pictures = createPictures({
    draw: ({ title }) =>
      new Promise((resolve, reject) => {
        begun.push({
          title,
          finish: () => resolve(Buffer.from(title)),
          fail: () => reject(new Error('no canvas')),
        });
      }),
    stop: async () => undefined,
  });
  /** Each from a caller of its own, unless one is given. */
  const request = (title: string, caller = title) =>
    pictures.draw(title, () => ({ scene: '', title, summary: '' }), caller);
  const begins = async (count: number): Promise<Drawing> => {
    while (begun.length < count) await Promise.resolve();
    return begun[count - 1] as Drawing;
  };
  return { request, begins, begun };
}

describe('pictures', () => {
  it('are drawn one after another', async () => {
    const { request, begins, begun } = createBoard();
    const [first, second] = [request('first'), request('second')];
    (await begins(1)).finish();
    expect(String(await first)).toBe('first');
    (await begins(2)).finish();
    expect(String(await second)).toBe('second');
    expect(begun.map(({ title }) => title)).toEqual(['first', 'second']);
  });

  it('are drawn once, however often they are requested', async () => {
    const { request, begins, begun } = createBoard();
    const requests = [request('one'), request('one')];
    (await begins(1)).finish();
    expect([String(await requests[0]), String(await requests[1])]).toEqual(['one', 'one']);
    expect(String(await request('one'))).toBe('one');
    expect(begun).toHaveLength(1);
  });

  it('A42: are refused to a caller who waits for some, and drawn for others', async () => {
    const { request, begins } = createBoard();
    const own = Array.from({ length: maxWaitingOfCaller }, (_, at) => request(String(at), 'one caller'));
    expect(request('one more', 'one caller')).toBeUndefined();
    expect(request('0', 'one caller')).toBe(own[0]);
    const other = request('of another', 'another caller');
    (await begins(1)).finish();
    await own[0];
    expect(request('one more', 'one caller')).toBeDefined();
    expect(other).toBeDefined();
  });

  it('are refused while as many wait as may', async () => {
    const { request, begins } = createBoard();
    const waiting = Array.from({ length: maxWaitingPictures }, (_, at) => request(String(at)));
    expect(request('one more')).toBeUndefined();
    expect(request('0')).toBe(waiting[0]);
    (await begins(1)).finish();
    await waiting[0];
    expect(request('one more')).toBeDefined();
  });

  it('that fail are tried again by the next request, and do not stop the others', async () => {
    const { request, begins } = createBoard();
    const [failed, next] = [request('failed'), request('next')];
    (await begins(1)).fail();
    await expect(failed).rejects.toThrow('no canvas');
    (await begins(2)).finish();
    expect(String(await next)).toBe('next');
    const again = request('failed');
    (await begins(3)).finish();
    expect(String(await again)).toBe('failed');
  });

  it('are forgotten when too many are cached, the least recently used first', async () => {
    const { request, begins, begun } = createBoard();
    const drawNext = async (title: string) => {
      const drawn = request(title);
      (await begins(begun.length + 1)).finish();
      await drawn;
    };
    for (let at = 0; at < maxCachedPictures; at++) await drawNext(String(at));
    await request('0');
    await drawNext('new');
    const count = begun.length;
    await request('0');
    expect(begun).toHaveLength(count);
    await drawNext('1');
    expect(begun).toHaveLength(count + 1);
  });
});
