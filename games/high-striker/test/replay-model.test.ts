/** The replay of a recorded strike ends at the height that was drawn. */
import { describe, expect, it } from 'vitest';
import { replayMomentAt, motionMs } from '../web/replay-model.ts';

describe.each([0.98, 1, 1.49, 5.04, 1_000])('a strike of %d', (height) => {
  const round = { target: 1.5, height, outcome: height >= 1.5 ? ('won' as const) : ('lost' as const) };

  it('climbs without passing its height, and ends with it', () => {
    let before = 0;
    for (let atMs = 0; atMs <= motionMs; atMs += 50) {
      const moment = replayMomentAt(round, atMs);
      expect(moment.height).toBeGreaterThanOrEqual(before);
      expect(moment.height).toBeLessThanOrEqual(Math.max(height, 0.98));
      before = moment.height;
    }
    expect(replayMomentAt(round, motionMs)).toEqual({ phase: 'landed', height });
  });
});
