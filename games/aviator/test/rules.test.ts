/** The curve compared with exact arithmetic, and the rules for payouts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aviatorCreateBody } from '../contract.ts';
import {
  aviatorRules,
  cashOutHundredths,
  flightMsForCrash,
  multiplierAtMs,
  parseHundredths,
  payoutCoins,
  returnBp,
  settle,
} from '../rules.ts';
import { valuesInAll, valuesReaching } from '../draw.ts';

const crashPoint = fc.integer({ min: 100, max: aviatorRules.maxHundredths });
const stake = fc.integer({ min: 1, max: 100_000_000 }).map((tens) => tens * 10);
const autoCashOut = fc.option(fc.integer({ min: 101, max: aviatorRules.maxHundredths }), { nil: null });

describe('the curve', () => {
  test('equals exact arithmetic at every millisecond of the longest flight, with a margin', () => {
    // e^(1/10000) with 200 fractional bits by its series; each further millisecond is one product.
    const bits = 200n;
    const one = 1n << bits;
    let growth = one;
    let term = one;
    for (let n = 1n; term > 0n; n++) {
      term /= 10_000n * n;
      growth += term;
    }
    let curve = 100n * one;
    let nearest = one;
    const wrong: number[] = [];
    const longest = flightMsForCrash(aviatorRules.maxHundredths);
    for (let ms = 0; ms <= longest; ms++) {
      if (multiplierAtMs(ms) !== Number(curve >> bits)) wrong.push(ms);
      const above = curve % one;
      const distance = above < one - above ? above : one - above;
      if (ms > 0 && distance < nearest) nearest = distance;
      curve = (curve * growth) >> bits;
    }
    expect(wrong).toEqual([]);
    // One part in 10^7 of a hundredth: a thousand times what the worst known Math.exp is off.
    expect(nearest > one / 10_000_000n).toBe(true);
  });

  test.each([
    [0, 100],
    [99, 100],
    [100, 101],
    [6931, 199],
    [6932, 200],
    [23_026, 1000],
    [-5, 100],
  ])('shows at %i ms %i hundredths', (ms, hundredths) => {
    expect(multiplierAtMs(ms)).toBe(hundredths);
  });

  test('never falls', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(1000), (ms, more) => {
        expect(multiplierAtMs(ms + more)).toBeGreaterThanOrEqual(multiplierAtMs(ms));
      }),
    );
  });

  test('ends a flight in the first millisecond that would show more than the crash point', () => {
    const check = (crash: number) => {
      const ms = flightMsForCrash(crash);
      expect(multiplierAtMs(ms)).toBeGreaterThan(crash);
      expect(multiplierAtMs(ms - 1)).toBeLessThanOrEqual(crash);
    };
    for (let crash = 100; crash < 3000; crash++) check(crash);
    check(aviatorRules.maxHundredths);
    fc.assert(fc.property(crashPoint, check));
  });

  test('reaches the crash point itself wherever the curve shows it', () => {
    for (let crash = 101; crash <= 1000; crash++) {
      const result = cashOutHundredths({
        askedHundredths: crash,
        atMs: flightMsForCrash(crash) - 1,
        flightMs: flightMsForCrash(crash),
        autoCashOutHundredths: null,
      });
      expect(result).toEqual({ ok: true, hundredths: crash });
    }
  });
});

describe('amounts', () => {
  test('pays exactly the floor of stake times multiplier', () => {
    fc.assert(
      fc.property(stake, crashPoint, (coins, hundredths) => {
        const exact = (BigInt(coins) * BigInt(hundredths)) / 100n;
        expect(BigInt(payoutCoins(coins, hundredths))).toBe(exact);
      }),
    );
    expect(payoutCoins(aviatorRules.maxStakeCoins, aviatorRules.maxHundredths)).toBe(10_000_000_000_000);
    expect(payoutCoins(10, 129)).toBe(12);
  });

  test('parses a multiplier of at most two decimals exactly and refuses any other', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (hundredths) => {
        expect(parseHundredths(Number((hundredths / 100).toFixed(2)))).toBe(hundredths);
      }),
    );
    for (const bad of [1.005, 2.001, -1, -0.01, Number.NaN, Infinity, 1e308, 0.1 + 0.2]) {
      expect(parseHundredths(bad)).toBeNull();
    }
  });

  const accepts = (body: object): boolean => aviatorCreateBody.safeParse(body).success;

  test('accepts stakes in multiples of 10 from 10 to 10^9', () => {
    for (const amount of [10, 20, 1_000_000_000]) expect(accepts({ amount })).toBe(true);
    for (const amount of [0, -10, 5, 15, 10.5, 1_000_000_010, Number.NaN, Infinity, 2 ** 53])
      expect(accepts({ amount }), String(amount)).toBe(false);
  });

  test('accepts auto cash-outs from 1.01x to 10,000x', () => {
    for (const autoCashOut of [1.01, 10_000]) expect(accepts({ amount: 10, autoCashOut })).toBe(true);
    for (const autoCashOut of [1, 10_000.01, Number.NaN])
      expect(accepts({ amount: 10, autoCashOut }), String(autoCashOut)).toBe(false);
  });
});

describe('cashing out', () => {
  const flightMs = flightMsForCrash(300);
  const cashOutAt = (over: Partial<Parameters<typeof cashOutHundredths>[0]>) =>
    cashOutHundredths({ askedHundredths: 200, atMs: 8000, flightMs, autoCashOutHundredths: null, ...over });

  test('A1: lets the requested multiplier only lower the payout', () => {
    expect(cashOutAt({ askedHundredths: 100_000 })).toEqual({ ok: true, hundredths: multiplierAtMs(8000) });
    expect(cashOutAt({ askedHundredths: 150 })).toEqual({ ok: true, hundredths: 150 });
  });

  test('A2: refuses a cash-out at the end of the flight as too late', () => {
    expect(cashOutAt({ atMs: flightMs })).toEqual({ ok: false, code: 'too_late' });
    expect(cashOutAt({ atMs: flightMs - 1 })).toMatchObject({ ok: true });
  });

  test('refuses a cash-out before 1.01x, or for less, as too early', () => {
    expect(cashOutAt({ atMs: 99 })).toEqual({ ok: false, code: 'too_early' });
    expect(cashOutAt({ atMs: 100 })).toEqual({ ok: true, hundredths: 101 });
    expect(cashOutAt({ askedHundredths: 100 })).toEqual({ ok: false, code: 'too_early' });
    expect(cashOutAt({ atMs: -1 })).toEqual({ ok: false, code: 'too_early' });
    expect(cashOutAt({ askedHundredths: Number.NaN })).toEqual({ ok: false, code: 'too_early' });
  });

  test('A3: never pays a manual cash-out more than a passed auto cash-out', () => {
    expect(cashOutAt({ askedHundredths: 10_000, autoCashOutHundredths: 101 })).toEqual({
      ok: true,
      hundredths: 101,
    });
  });

  test('never pays more than the crash point, whatever is requested and whenever', () => {
    let paid = 0;
    fc.assert(
      fc.property(
        crashPoint,
        fc.integer({ min: 0, max: 1100 }),
        fc.nat(2_000_000),
        autoCashOut,
        (crash, part, asked, auto) => {
          const flight = flightMsForCrash(crash);
          const result = cashOutHundredths({
            askedHundredths: asked,
            atMs: Math.floor((flight * part) / 1000),
            flightMs: flight,
            autoCashOutHundredths: auto,
          });
          if (!result.ok) return;
          paid += 1;
          expect(result.hundredths).toBeGreaterThanOrEqual(aviatorRules.minCashOutHundredths);
          expect(result.hundredths).toBeLessThanOrEqual(Math.min(crash, asked, auto ?? asked));
        },
      ),
    );
    expect(paid).toBeGreaterThan(10);
  });
});

describe('settling against the crash point', () => {
  test.each([
    [null, 1_000_000, 'loss'],
    [200, 199, 'loss'],
    [200, 200, 'win'],
    [200, 201, 'win'],
    [101, 100, 'loss'],
  ] as const)('auto cash-out %s at a crash of %i is a %s', (auto, crash, outcome) => {
    const settled = settle({ stakeCoins: 100, autoCashOutHundredths: auto }, crash);
    expect(settled.outcome).toBe(outcome);
    expect(settled.payoutCoins).toBe(outcome === 'win' ? 200 : 0);
  });
});

describe('what a stake gives back on average', () => {
  const stakes = [10, 20, 50, 130, 1_000, aviatorRules.maxStakeCoins];
  const multipliers = [
    ...Array.from({ length: 9_900 }, (_, at) => 101 + at),
    ...Array.from({ length: 990 }, (_, at) => 10_999 + 1_000 * at),
    aviatorRules.maxHundredths,
  ];

  test('is what the counted crash points pay, at every multiplier', () => {
    const { rtpBp } = aviatorRules;
    let largestGapBp = 0;
    for (const coins of stakes) {
      for (const hundredths of multipliers) {
        const paid = valuesReaching(hundredths, rtpBp) * BigInt(payoutCoins(coins, hundredths));
        // In millionths of a basis point.
        const countedBp = Number((paid * 10_000_000_000n) / (valuesInAll * BigInt(coins))) / 1e6;
        largestGapBp = Math.max(largestGapBp, Math.abs(returnBp(coins, hundredths, rtpBp) - countedBp));
      }
    }
    expect(largestGapBp).toBeLessThan(0.001);
  });

  test('is 97 of 100 where the payout is whole, and less where it is rounded down', () => {
    expect(returnBp(100, 109, 9_700)).toBe(9_700);
    expect(returnBp(10, 109, 9_700)).toBeCloseTo(8_899.08, 2);
    expect(returnBp(50, 101, 9_700)).toBeCloseTo(9_603.96, 2);
    for (const coins of stakes)
      for (const hundredths of multipliers)
        if (returnBp(coins, hundredths, 9_700) > 9_700 + 1e-9) expect.fail(`${coins} at ${hundredths}`);
  });
});
