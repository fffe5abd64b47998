import { describe, expect, it } from 'vitest';
import type { SpinWheelData, WheelAnswer } from '../contract.ts';
import { restingAt, segmentAtTop } from '../web/components/turn.ts';
import { degreesOf, reduceWheel, type WheelAction, type WheelState } from '../web/state.ts';

const spin = (segment: number, id = '1'): SpinWheelData => ({ id, amount: 100, segment });
const answer = (drawn: SpinWheelData | null, day = 1): WheelAnswer => ({
  segments: [],
  isSpinned: drawn !== null,
  nextSpinAt: `2026-01-0${day + 1}T00:00:00.000Z`,
  commitment: `${day}`,
  spin: drawn,
});
const reduce = (
  actions: readonly WheelAction[],
  from: WheelState = { today: undefined, motion: undefined },
) => actions.reduce((state, action) => reduceWheel(state, action).state, from);

const loaded = reduce([{ type: 'loaded', today: answer(null) }]);
const requested = reduce([{ type: 'spinRequested' }], loaded);
const turning = reduce([{ type: 'spinDrawn', spin: spin(4) }], requested);
const stopped = reduce([{ type: 'spinEnded' }], turning);

describe('a spin', () => {
  it('changes from resting over requesting to turning, and back to resting', () => {
    expect([loaded, requested, turning, stopped].map(({ motion }) => motion?.phase)).toEqual([
      undefined,
      'requesting',
      'turning',
      'standing',
    ]);
  });

  it('turns forward to the segment that the server drew, and stays there', () => {
    expect(degreesOf(requested)).toBe(0);
    expect(degreesOf(turning)).toBeGreaterThanOrEqual(1800);
    expect(segmentAtTop(degreesOf(turning))).toBe(4);
    expect(degreesOf(stopped)).toBe(degreesOf(turning));
  });

  it('counts as the spin of today as soon as it is drawn', () => {
    expect(requested.today?.isSpinned).toBe(false);
    expect(turning.today).toEqual({ ...answer(null), isSpinned: true, spin: spin(4) });
  });

  it('is requested once', () => {
    for (const state of [requested, turning]) expect(reduce([{ type: 'spinRequested' }], state)).toBe(state);
  });

  it('that failed leaves the wheel where it was', () => {
    const failed = reduce([{ type: 'spinEnded' }], requested);
    expect(failed.motion).toEqual({ phase: 'standing', degrees: 0 });
    expect(failed.today).toBe(loaded.today);
  });

  it('that arrives after a logout changes nothing for the next player', () => {
    const next: WheelState = { today: answer(null), motion: undefined };
    expect(reduce([{ type: 'spinDrawn', spin: spin(4) }, { type: 'spinEnded' }], next)).toEqual(next);
  });
});

describe('the answer of GET /wheel', () => {
  it('that was overtaken by the spin does not take it back', () => {
    expect(reduce([{ type: 'loaded', today: answer(null) }], stopped).today?.spin).toEqual(spin(4));
  });

  it('brings the next day, with its spin still to come', () => {
    const tomorrow = answer(null, 2);
    expect(reduce([{ type: 'loaded', today: tomorrow }], stopped).today).toBe(tomorrow);
  });

  it('of the day before, which arrives after midnight, is dropped', () => {
    const tomorrow = reduce([{ type: 'loaded', today: answer(null, 2) }]);
    expect(reduce([{ type: 'loaded', today: answer(spin(4)) }], tomorrow).today).toBe(tomorrow.today);
  });

  it('does not turn the wheel before the spin is shown', () => {
    const state = reduce([{ type: 'loaded', today: answer(spin(9)) }], requested);
    expect(degreesOf(state)).toBe(0);
    const drawn = reduce([{ type: 'spinDrawn', spin: spin(9) }], state);
    expect(reduce([{ type: 'loaded', today: answer(spin(9)) }], drawn).motion).toEqual(drawn.motion);
  });

  it('rests the wheel at a spin that was made elsewhere', () => {
    const elsewhere = answer(spin(7, '2'), 2);
    expect(degreesOf(reduce([{ type: 'loaded', today: elsewhere }]))).toBe(restingAt(7));
    expect(degreesOf(reduce([{ type: 'loaded', today: elsewhere }], stopped))).toBe(restingAt(7));
  });

  it('leaves the wheel where a spin of this page has turned it', () => {
    const again = reduce([{ type: 'loaded', today: answer(spin(4)) }], stopped);
    expect(degreesOf(again)).toBe(degreesOf(stopped));
  });
});
