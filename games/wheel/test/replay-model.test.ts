/** The replay of a recorded spin stops at the segment that was drawn. */
import { expect, it } from 'vitest';
import { wheelRules, wheelSegments } from '../rules.ts';
import { segmentAtTop } from '../web/components/turn.ts';
import { replayMomentAt, replayMs } from '../web/replay-model.ts';

it.each(wheelSegments.map((amount, segment) => ({ segment, amount, values: [...wheelSegments] })))(
  'stops with segment $segment at the top',
  (round) => {
    expect(replayMomentAt(round, 0)).toEqual({ turn: 0, hasStopped: false });
    expect(replayMomentAt(round, wheelRules.turnMs - 1).hasStopped).toBe(false);
    const end = replayMomentAt(round, replayMs);
    expect([end.hasStopped, segmentAtTop(end.turn)]).toEqual([true, round.segment]);
  },
);
