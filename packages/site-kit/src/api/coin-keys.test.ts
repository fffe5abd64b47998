import { describe, expect, it } from 'vitest';
import type { NoteStorage } from '../store/note.ts';
import { createCoinKeys } from './coin-keys.ts';

function createStorage(): NoteStorage {
  const values = new Map<string, string>();
  return {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
  };
}

function createKeys() {
  let count = 0;
  return () => `key-${++count}`;
}

const bet = { drawId: '7', amount: 10 };

describe('the key of a call', () => {
  it('stays until its outcome is known, and is another one after that', () => {
    const keys = createCoinKeys(createStorage, createKeys());
    const first = keys.keyOf('/bets', bet);
    expect(keys.keyOf('/bets', { ...bet })).toBe(first);
    keys.settle('/bets', bet);
    expect(keys.keyOf('/bets', bet)).not.toBe(first);
  });

  it('outlives a reload, which only the storage survives', () => {
    const storage = createStorage();
    const createKey = createKeys();
    const first = createCoinKeys(() => storage, createKey).keyOf('/bets', bet);
    const reloaded = createCoinKeys(() => storage, createKey);
    expect(reloaded.keyOf('/bets', bet)).toBe(first);
    reloaded.settle('/bets', bet);
    expect(createCoinKeys(() => storage, createKey).keyOf('/bets', bet)).not.toBe(first);
  });

  it('belongs to one path and one body', () => {
    const keys = createCoinKeys(createStorage, createKeys());
    const all = [
      keys.keyOf('/bets', bet),
      keys.keyOf('/bets', { ...bet, drawId: '8' }),
      keys.keyOf('/games', bet),
    ];
    expect(new Set(all).size).toBe(3);
    keys.settle('/bets', bet);
    expect(keys.keyOf('/bets', { ...bet, drawId: '8' })).toBe(all[1]);
  });

  it("is settled with all of its path when the server's state was fetched", () => {
    const keys = createCoinKeys(createStorage, createKeys());
    const first = keys.keyOf('/games', bet);
    const other = keys.keyOf('/bets', bet);
    keys.settleAll('/games');
    expect(keys.keyOf('/games', bet)).not.toBe(first);
    expect(keys.keyOf('/bets', bet)).toBe(other);
  });

  it('lasts as long as the page where storage cannot be used', () => {
    const forbidden = () => {
      throw new Error('denied');
    };
    const keys = createCoinKeys(forbidden, createKeys());
    const first = keys.keyOf('/bets', bet);
    expect(keys.keyOf('/bets', bet)).toBe(first);
    keys.settle('/bets', bet);
    expect(keys.keyOf('/bets', bet)).not.toBe(first);
  });
});
