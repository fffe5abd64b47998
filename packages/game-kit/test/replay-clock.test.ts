/** The moment of a replay, by a clock and frames that the test moves. */
import { describe, expect, it } from 'vitest';
import { createReplayClock, type ReplayPlatform } from '../web/replay/clock.ts';

function createPlatform() {
  let nowMs = 50_000;
  let frame: (() => void) | null = null;
  const platform: ReplayPlatform = {
    nowMs: () => nowMs,
    requestFrame(callback) {
      frame = callback;
      return () => void (frame = frame === callback ? null : frame);
    },
  };
  const advance = (ms: number): void => {
    nowMs += ms;
    const due = frame;
    frame = null;
    due?.();
  };
  return { platform, advance, hasFrame: () => frame !== null };
}

function createPlayed(startMs: number) {
  const { platform, advance, hasFrame } = createPlatform();
  const clock = createReplayClock(4_000, startMs, platform);
  const moments: number[] = [];
  const unsubscribe = clock.subscribe(() => void moments.push(clock.atMs()));
  return { clock, advance, hasFrame, moments, unsubscribe };
}

describe('a replay', () => {
  it('remains at its start until it is played', () => {
    const { clock, advance, hasFrame } = createPlayed(4_000);
    advance(1_000);
    expect([clock.atMs(), clock.isPlaying(), hasFrame()]).toEqual([4_000, false, false]);
  });

  it('plays from the beginning once it has reached its end, and stops there again', () => {
    const { clock, advance, moments, hasFrame } = createPlayed(4_000);
    clock.play();
    advance(1_500);
    expect([clock.atMs(), clock.isPlaying()]).toEqual([1_500, true]);
    advance(9_000);
    expect([clock.atMs(), clock.isPlaying(), hasFrame()]).toEqual([4_000, false, false]);
    expect(moments).toEqual([0, 1_500, 4_000]);
  });

  it('pauses and continues from there', () => {
    const { clock, advance } = createPlayed(0);
    clock.play();
    advance(700);
    clock.pause();
    advance(5_000);
    expect(clock.atMs()).toBe(700);
    clock.play();
    advance(300);
    expect(clock.atMs()).toBe(1_000);
  });

  it.each([
    [-5, 0],
    [1_234, 1_234],
    [99_999, 4_000],
  ])('that is moved to %i pauses at %i', (to, at) => {
    const { clock, advance, moments } = createPlayed(0);
    clock.play();
    clock.seek(to);
    advance(500);
    expect([clock.atMs(), clock.isPlaying(), moments.at(-1)]).toEqual([at, false, at]);
  });

  it('stops when nobody watches any more', () => {
    const { clock, advance, unsubscribe, hasFrame } = createPlayed(0);
    clock.play();
    advance(400);
    unsubscribe();
    advance(400);
    expect([clock.atMs(), clock.isPlaying(), hasFrame()]).toEqual([400, false, false]);
  });
});
