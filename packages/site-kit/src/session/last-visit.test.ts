import { describe, expect, it } from 'vitest';
import { awaySince } from './last-visit.ts';

const minute = 60_000;
const note = { playerId: '7', atMs: 1_000 };

describe('a return', () => {
  it('is one after five minutes', () => {
    expect(awaySince(note, '7', 1_000 + 5 * minute)).toBe(1_000);
    expect(awaySince(note, '7', 999 + 5 * minute)).toBeNull();
  });

  it('is none of another player, or of a first visit', () => {
    expect(awaySince(note, '8', 1_000 + 60 * minute)).toBeNull();
    expect(awaySince(null, '7', 60 * minute)).toBeNull();
  });
});
