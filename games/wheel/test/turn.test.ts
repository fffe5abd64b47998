import { describe, expect, it } from 'vitest';
import { restingAt, segmentAtTop, turnTo } from '../web/components/turn.ts';

const all = Array.from({ length: 16 }, (_, segment) => segment);

describe('the turn of the wheel', () => {
  it.each(all)('ends exactly on segment %i from any position', (segment) => {
    for (const before of all) {
      const from = restingAt(before) + 720;
      const turn = turnTo(segment, from);
      expect(segmentAtTop(turn)).toBe(segment);
      // Modulo full turns, it is the angle of that segment, to the degree.
      expect((turn - restingAt(segment)) % 360).toBeCloseTo(0, 9);
    }
  });

  it('goes forward by five to six turns', () => {
    for (const segment of all) {
      const turn = turnTo(segment, 90);
      expect(turn - 90).toBeGreaterThanOrEqual(1800);
      expect(turn - 90).toBeLessThan(2160);
    }
  });
});
