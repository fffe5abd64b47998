import type { User } from '@fairground/contract/user';
import { beforeEach, describe, expect, it } from 'vitest';
import { noteBets, type NoteStorage } from './guest-bets.ts';

let notes: Map<string, string>;
let storage: NonNullable<NoteStorage>;
beforeEach(() => {
  notes = new Map();
  storage = {
    getItem: (name) => notes.get(name) ?? null,
    setItem: (name, value) => void notes.set(name, value),
  };
});

const player = (version: number, todaysBids: number, id = 'u1') =>
  ({ id, version, todaysBids }) as Partial<User> as User;
/** Those of the versions 1, 2, 3 … with which the reminder is due. */
const remindedAt = (stakedToday: readonly number[]): number[] =>
  stakedToday.flatMap((staked, at) => (noteBets(storage, player(at + 1, staked)) ? [at + 1] : []));

describe('noteBets', () => {
  it('is true once, with the tenth bet', () => {
    expect(remindedAt(Array.from({ length: 40 }, (_, bets) => bets * 10))).toEqual([11]);
  });

  it('counts no win, no refund, and no version twice', () => {
    const stakes = Array.from({ length: 10 }, (_, at) => [(at + 1) * 10, (at + 1) * 10]).flat();
    expect(remindedAt([0, ...stakes])).toEqual([20]);
    notes.clear();
    for (let bets = 0; bets <= 9; bets++) {
      expect(noteBets(storage, player(bets, bets * 10))).toBe(false);
      expect(noteBets(storage, player(bets, bets * 10))).toBe(false);
    }
    expect(noteBets(storage, player(10, 100))).toBe(true);
    expect(noteBets(storage, player(10, 100))).toBe(false);
  });

  it('continues counting on another day, and from nothing for another guest', () => {
    expect(remindedAt([0, 10, 20, 30, 40, 50, 0, 10, 20, 30, 40, 50, 60])).toEqual([12]);
    expect(noteBets(storage, player(1, 0, 'u2'))).toBe(false);
    expect(noteBets(storage, player(2, 10, 'u2'))).toBe(false);
  });

  it('never reminds where nothing can be noted', () => {
    const forbidden: NoteStorage = {
      getItem: () => null,
      setItem: () => {
        throw new Error('forbidden');
      },
    };
    for (const each of [null, forbidden]) {
      for (let bets = 0; bets <= 20; bets++) expect(noteBets(each, player(bets, bets * 10))).toBe(false);
    }
  });
});
