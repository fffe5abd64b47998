import { expect, it } from 'vitest';
import { readDrawClock } from '../web/draw-clock.ts';

const drawsAtMs = Date.UTC(2026, 0, 1);
const draw = {
  drawsAt: new Date(drawsAtMs).toISOString(),
  closesAt: new Date(drawsAtMs - 2_000).toISOString(),
};

it.each([
  ['a full interval before', 30_000, { seconds: 30, lights: 30, closed: false, isLate: false }],
  ['halfway', 15_000, { seconds: 15, lights: 15, closed: false, isLate: false }],
  [
    'within a second, which counts as a full one',
    14_001,
    { seconds: 15, lights: 15, closed: false, isLate: false },
  ],
  ['when bets close', 2_000, { seconds: 2, lights: 2, closed: true, isLate: false }],
  ['at the draw', 0, { seconds: 0, lights: 0, closed: true, isLate: false }],
  ['just after the draw', -1_999, { seconds: 0, lights: 0, closed: true, isLate: false }],
  ['long after the draw', -2_000, { seconds: 0, lights: 0, closed: true, isLate: true }],
  [
    'long before, as after a change of the interval',
    90_000,
    { seconds: 90, lights: 30, closed: false, isLate: false },
  ],
])('%s', (_, beforeMs, expected) => {
  expect(readDrawClock(draw, 30_000, drawsAtMs - beforeMs)).toEqual(expected);
});
