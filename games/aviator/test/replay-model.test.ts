/** The replay of a recorded flight shows what was recorded. */
import { describe, expect, it } from 'vitest';
import type { AviatorRound } from '../round-contract.ts';
import { flightMsForCrash, multiplierAtMs } from '../rules.ts';
import { burstShownMs, flightMsOf, pressesOf, replayMomentAt, replayMsOf } from '../web/replay-model.ts';

const roundThatCrashedAt = (crashMultiplier: number): AviatorRound => ({
  status: 'finished',
  startedAt: '2026-11-22T12:00:00.000Z',
  growthPerMs: 0.0001,
  crashMultiplier,
  players: 0,
  bets: 0,
  staked: 0,
  paid: 0,
  cashedOut: 0,
  marks: [],
});

describe.each([1, 1.01, 1.24, 2, 4.37, 29.99, 10_000])('a flight that burst at %d', (crash) => {
  const round = roundThatCrashedAt(crash);
  const hundredths = Math.round(crash * 100);
  const flownMs = flightMsForCrash(hundredths);

  it('lasts as long as it did, and the burst is shown after it', () => {
    expect([flightMsOf(round), replayMsOf(round)]).toEqual([flownMs, flownMs + burstShownMs]);
  });

  it('never shows more than its crash point, and ends with it', () => {
    for (let part = 0; part <= 20; part += 1) {
      const atMs = Math.floor((flownMs * part) / 20);
      const shown = replayMomentAt(round, atMs);
      expect(shown.hundredths).toBeLessThanOrEqual(hundredths);
      if (atMs < flownMs)
        expect(shown).toEqual({ flightMs: atMs, burstMs: null, hundredths: multiplierAtMs(atMs) });
    }
    expect(replayMomentAt(round, flownMs)).toEqual({ flightMs: flownMs, burstMs: 0, hundredths });
    expect(replayMomentAt(round, replayMsOf(round))).toEqual({
      flightMs: flownMs,
      burstMs: burstShownMs,
      hundredths,
    });
  });
});

it('marks presses where they arrived: in time on the trail, late ones at the burst when they came', () => {
  const round = roundThatCrashedAt(2);
  const flownMs = flightMsOf(round);
  const entry = {
    id: '1',
    stake: 10,
    payout: 0,
    outcome: 'loss',
    placedAt: round.startedAt,
  } as const;
  const at = (afterEndMs: number) => ({
    ...entry,
    lines: { en: [], es: [] },
    press: { receivedAt: round.startedAt, afterEndMs },
  });
  expect(pressesOf(round, [at(-1_000), at(41), at(50_000), { ...entry, lines: { en: [], es: [] } }])).toEqual(
    [
      { flightMs: flownMs - 1_000, shownFromMs: flownMs - 1_000, afterBurstMs: -1_000 },
      { flightMs: flownMs, shownFromMs: flownMs + 41, afterBurstMs: 41 },
      { flightMs: flownMs, shownFromMs: replayMsOf(round), afterBurstMs: 50_000 },
    ],
  );
});
