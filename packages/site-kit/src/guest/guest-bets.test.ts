import type { User } from '@fairground/contract/user';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noteBets } from './guest-bets.ts';

const notes = new Map<string, string>();
const storage = {
  getItem: (name: string) => notes.get(name) ?? null,
  setItem: (name: string, value: string) => void notes.set(name, value),
};
beforeEach(() => {
  notes.clear();
  vi.stubGlobal('localStorage', storage);
});

const player = (version: number, todaysBids: number, id = 'u1') =>
  ({ id, version, todaysBids }) as Partial<User> as User;
/** Those of the versions 1, 2, 3 … with which the reminder is due. */
const remindedAt = (stakedToday: readonly number[]): number[] =>
  stakedToday.flatMap((staked, at) => (noteBets(player(at + 1, staked)) ? [at + 1] : []));

describe('noteBets', () => {
  it('is true once, with the tenth bet', () => {
    expect(remindedAt(Array.from({ length: 40 }, (_, bets) => bets * 10))).toEqual([11]);
  });

  it('counts no win, no refund, and no version twice', () => {
    const stakes = Array.from({ length: 10 }, (_, at) => [(at + 1) * 10, (at + 1) * 10]).flat();
    expect(remindedAt([0, ...stakes])).toEqual([20]);
    notes.clear();
    for (let bets = 0; bets <= 9; bets++) {
      expect(noteBets(player(bets, bets * 10))).toBe(false);
      expect(noteBets(player(bets, bets * 10))).toBe(false);
    }
    expect(noteBets(player(10, 100))).toBe(true);
    expect(noteBets(player(10, 100))).toBe(false);
  });

  it('continues counting on another day, and from nothing for another guest', () => {
    expect(remindedAt([0, 10, 20, 30, 40, 50, 0, 10, 20, 30, 40, 50, 60])).toEqual([12]);
    expect(noteBets(player(1, 0, 'u2'))).toBe(false);
    expect(noteBets(player(2, 10, 'u2'))).toBe(false);
  });

  it('never reminds where nothing can be noted', () => {
    const forbidden = {
      ...storage,
      setItem: () => {
        throw new Error('forbidden');
      },
    };
    for (const each of [null, forbidden]) {
      vi.stubGlobal('localStorage', each);
      for (let bets = 0; bets <= 20; bets++) expect(noteBets(player(bets, bets * 10))).toBe(false);
    }
  });
});
