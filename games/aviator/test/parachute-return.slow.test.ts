/**
 * What parachutes pay on average: many flights in which the player's line is cut at a random moment, played by the
 * leader's own code, against presses by hand in the same flights.
 */
import { createTestClock } from '@fairground/server/test/test-clock';
import { seededEntropy } from '@fairground/server/test/seeded-entropy';
import { expect, it } from 'vitest';
import { crashHundredthsAt } from '../draw.ts';
import { aviatorRules, cashOutHundredths, flightMsForCrash } from '../rules.ts';
import { createParachutes } from '../server/parachutes.ts';

/** Crash points of as many flights are from equal parts of all there are: chance decides less than the rule. */
const parts = 100;
const cuts = 1_000;
const tolerance = 0.002;

const entropy = seededEntropy(43);
const random = (): number => entropy.randomBytes(6).readUIntBE(0, 6) / 2 ** 48;

/** When the parachute of a player whose answers end at `cutMs` opens; undefined where the crash came before. */
const openingMs = async (cutMs: number, flightMs: number): Promise<number | undefined> => {
  const clock = createTestClock();
  const answerMs = 20 + random() * 380;
  let openedMs: number | undefined;
  const { step } = createParachutes({
    clock,
    lines: {
      ask(_players, answered) {
        const nowMs = clock.monotonic();
        // The newest answer to a ping, of which one was sent each half second.
        const answeredMs = Math.floor((Math.min(nowMs, cutMs) - answerMs) / 500) * 500 + answerMs;
        answered({ process: 'one', heard: [{ playerId: '1', agoMs: nowMs - answeredMs, isOpen: true }] });
      },
    },
    shownRound: () => ({ roundId: '1', lastCrashId: undefined, hundredths: 100 }),
    readParachutes: async () => [{ player_id: 1n, slot: 1 }],
    readReceivers: async () => ['one'],
    async press({ receivedAt }) {
      openedMs = receivedAt;
      return true;
    },
    log: { warn: () => undefined },
  });
  // The leader is a moment late.
  clock.advance(random() * 100);
  while (openedMs === undefined && clock.monotonic() < flightMs) clock.advance(await step());
  return openedMs;
};

const paid = (atMs: number | undefined, flightMs: number): number => {
  if (atMs === undefined) return 0;
  const askedHundredths = aviatorRules.maxHundredths;
  const result = cashOutHundredths({ askedHundredths, atMs, flightMs, autoCashOutHundredths: null });
  return result.ok ? result.hundredths / 100 : 0;
};

it(
  'a parachute returns what a press by hand does, to a fifth of a percent',
  { timeout: 120_000 },
  async () => {
    const sums = { parachute: 0, byHand: 0, opened: 0 };
    for (let cut = 0; cut < cuts; cut += 1) {
      const cutMs = random() * 15_000;
      const pressMs = cutMs + random() * 3_000 + 500;
      for (let part = 0; part < parts; part += 1) {
        const r = BigInt(Math.floor(((part + random()) / parts) * 2 ** 52));
        const flightMs = flightMsForCrash(crashHundredthsAt(r, aviatorRules.rtpBp));
        const openedMs = await openingMs(cutMs, flightMs);
        sums.parachute += paid(openedMs, flightMs);
        sums.byHand += paid(pressMs, flightMs);
        if (paid(openedMs, flightMs) > 0) sums.opened += 1;
      }
    }
    const flights = cuts * parts;
    // Not vacuous: many open, and many crash before.
    expect(sums.opened / flights).toBeGreaterThan(0.2);
    expect(sums.opened / flights).toBeLessThan(0.8);
    const difference = Math.abs(sums.parachute - sums.byHand) / flights;
    expect(difference, JSON.stringify(sums)).toBeLessThan(tolerance);
    expect(Math.abs(sums.parachute / flights - aviatorRules.rtpBp / 10_000)).toBeLessThan(tolerance);
  },
);
