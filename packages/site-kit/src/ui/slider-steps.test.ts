import { describe, expect, it } from 'vitest';
import { valueAfterKey, valueAtShare } from './slider-steps.ts';

const steps = { min: 10, max: 1_005, step: 10 };

describe('valueAfterKey', () => {
  it.each([
    ['ArrowRight', 50, 60],
    ['ArrowUp', 50, 60],
    ['ArrowLeft', 50, 40],
    ['ArrowDown', 50, 40],
    ['PageUp', 50, 150],
    ['PageDown', 250, 150],
    ['Home', 50, 10],
    ['End', 50, 1_005],
    ['ArrowRight', 1_005, 1_005],
    ['ArrowRight', 1_000, 1_005],
    ['ArrowLeft', 10, 10],
    ['PageDown', 50, 10],
    // From between two steps.
    ['ArrowRight', 55, 60],
    ['ArrowLeft', 1_005, 1_000],
    ['PageUp', 55, 60],
  ])('%s leads from %d to %d', (key, value, next) => {
    expect(valueAfterKey(value, { key, shiftKey: false }, steps)).toBe(next);
  });

  it('takes ten steps for an arrow with Shift', () => {
    expect(valueAfterKey(50, { key: 'ArrowRight', shiftKey: true }, steps)).toBe(150);
    expect(valueAfterKey(250, { key: 'ArrowLeft', shiftKey: true }, steps)).toBe(150);
  });

  it('leaves other keys to the page', () => {
    for (const key of ['Tab', 'Enter', ' ', 'a', 'constructor'])
      expect(valueAfterKey(50, { key, shiftKey: false }, steps), key).toBeUndefined();
  });
});

describe('valueAtShare', () => {
  it.each([
    [0, 10],
    [-0.5, 10],
    [0.5, 510],
    [0.503, 510],
    [0.52, 530],
    [1, 1_005],
    [1.5, 1_005],
  ])('%d of the rail is %d', (share, value) => {
    expect(valueAtShare(share, steps)).toBe(value);
  });
});
