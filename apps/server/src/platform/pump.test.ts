import { describe, expect, it } from 'vitest';
import { createPump, type PumpOptions } from './pump.ts';

/** A pump whose turns and batches are ended by the test. */
const createControlled = (options: Omit<PumpOptions<string>, 'run' | 'defer'> = {}) => {
  const turns: (() => void)[] = [];
  const batches: { items: readonly string[]; done: () => void }[] = [];
  const add = createPump<string>({
    ...options,
    run: (items, done) => void batches.push({ items, done }),
    defer: (run) => void turns.push(run),
  });
  return {
    add,
    turns,
    batches,
    nextTurn: () => turns.shift()?.(),
    items: () => batches.map(({ items }) => items.join('')),
  };
};

describe('a pump', () => {
  it('takes the items of one turn together and starts in the next', () => {
    const pump = createControlled();
    for (const item of 'abc') pump.add(item);
    expect(pump.items()).toEqual([]);
    expect(pump.turns).toHaveLength(1);
    pump.nextTurn();
    expect(pump.items()).toEqual(['abc']);
  });

  it('collects items while all lanes are busy', () => {
    const pump = createControlled();
    pump.add('a');
    pump.nextTurn();
    for (const item of 'bc') pump.add(item);
    expect(pump.turns).toHaveLength(0);
    pump.batches[0]?.done();
    expect(pump.items()).toEqual(['a', 'bc']);
    pump.batches[1]?.done();
    pump.add('d');
    pump.nextTurn();
    expect(pump.items()).toEqual(['a', 'bc', 'd']);
  });

  it('fills its lanes with batches of the largest size, in the order of arrival', () => {
    const pump = createControlled({ lanes: 2, maxBatch: 2 });
    for (const item of 'abcdef') pump.add(item);
    pump.nextTurn();
    expect(pump.items()).toEqual(['ab', 'cd']);
    pump.batches[1]?.done();
    expect(pump.items()).toEqual(['ab', 'cd', 'ef']);
  });

  it('begins a batch next to another one with as many items, or after a time', () => {
    const timeouts: { run: () => void; delayMs: number }[] = [];
    const clock = {
      setTimeout: (run: () => void, delayMs: number) => {
        timeouts.push({ run, delayMs });
        return { cancel: () => undefined };
      },
    };
    const pump = createControlled({ lanes: 2, overlap: { clock, minItems: 2, afterMs: 20 } });
    const addInTurn = (items: string) => {
      for (const item of items) pump.add(item);
      pump.nextTurn();
    };
    addInTurn('a');
    addInTurn('b');
    expect(pump.items()).toEqual(['a']);
    addInTurn('c');
    expect(pump.items()).toEqual(['a', 'bc']);
    pump.batches[0]?.done();
    addInTurn('d');
    expect(pump.items()).toEqual(['a', 'bc']);
    pump.batches[1]?.done();
    expect(pump.items()).toEqual(['a', 'bc', 'd']);

    addInTurn('e');
    addInTurn('');
    expect(pump.items()).toEqual(['a', 'bc', 'd']);
    expect(timeouts.map(({ delayMs }) => delayMs)).toEqual([20]);
    timeouts[0]?.run();
    expect(pump.items()).toEqual(['a', 'bc', 'd', 'e']);
    for (const batch of pump.batches.slice(2)) batch.done();

    addInTurn('f');
    expect(pump.items()).toEqual(['a', 'bc', 'd', 'e', 'f']);
  });

  it('processes one item per key at a time', () => {
    const pump = createControlled({ lanes: 2, keyOf: (item) => item.toLowerCase() });
    for (const item of 'aAbA') pump.add(item);
    pump.nextTurn();
    expect(pump.items()).toEqual(['ab']);
    pump.add('c');
    pump.nextTurn();
    expect(pump.items()).toEqual(['ab', 'c']);
    pump.batches[0]?.done();
    expect(pump.items()).toEqual(['ab', 'c', 'A']);
    pump.batches[2]?.done();
    expect(pump.items()).toEqual(['ab', 'c', 'A', 'A']);
  });

  it('refuses an item when too many are waiting', () => {
    const pump = createControlled({ maxWaiting: 2 });
    expect(['a', 'b', 'c'].map((item) => pump.add(item))).toEqual(['added', 'added', 'full']);
    pump.nextTurn();
    expect(pump.add('d')).toBe('added');
    expect(pump.items()).toEqual(['ab']);
  });

  it('refuses an item when too many of its key are waiting, and takes those of others', () => {
    const pump = createControlled({ maxWaitingPerKey: 2, keyOf: (item) => item.toLowerCase() });
    pump.add('a');
    pump.nextTurn();
    // The one in a batch waits no more.
    expect(['a', 'A', 'a', 'b'].map((item) => pump.add(item))).toEqual([
      'added',
      'added',
      'full for key',
      'added',
    ]);
    pump.batches[0]?.done();
    expect(pump.items()).toEqual(['a', 'ba']);
    expect(pump.add('a')).toBe('added');
  });

  it('lets keys take turns, however many items one of them has', () => {
    const pump = createControlled({ keyOf: (item) => item, maxBatch: 2 });
    for (const item of 'aaaaabc') pump.add(item);
    pump.nextTurn();
    expect(pump.items()).toEqual(['ab']);
    pump.batches[0]?.done();
    expect(pump.items()).toEqual(['ab', 'ca']);
  });

  it('looks at each item once, however many wait', () => {
    let looks = 0;
    const items = 1_000;
    const pump = createControlled({
      maxBatch: 10,
      keyOf: (item) => {
        looks += 1;
        return item;
      },
    });
    for (let index = 0; index < items; index += 1) pump.add(String(index % 100));
    pump.nextTurn();
    for (let batch = 0; batch < pump.batches.length; batch += 1) pump.batches[batch]?.done();
    expect(pump.batches).toHaveLength(items / 10);
    expect(looks).toBe(items);
  });
});
