import { expect, it } from 'vitest';
import { trackOffset } from './offset.ts';

const known = { ms: 5_000, hasJumped: false };

it('takes the middle of the first answer', () => {
  expect(trackOffset(undefined, { databaseMs: 7_000, sentAt: 1_000, answeredAt: 3_000 })).toEqual({
    ms: 5_000,
    hasJumped: false,
  });
});

it.each([
  ['read when it was sent', 6_000],
  ['read when it was answered', 10_000],
])('keeps the offset where a slow answer fits it: %s', (_, databaseMs) => {
  expect(trackOffset(known, { databaseMs, sentAt: 1_000, answeredAt: 5_000 })).toEqual(known);
});

it('follows a clock that drifts, which is no jump', () => {
  const answer = { databaseMs: 6_900, sentAt: 1_000, answeredAt: 1_010 };
  expect(trackOffset(known, answer)).toEqual({ ms: 5_890, hasJumped: false });
});

it.each([
  [7_005, false],
  [7_020, true],
  [4_985, true],
])(
  'counts as a jump what differs by more than a second and half of the round trip: %d',
  (databaseMs, hasJumped) => {
    expect(trackOffset(known, { databaseMs, sentAt: 1_000, answeredAt: 1_010 }).hasJumped).toBe(hasJumped);
  },
);
