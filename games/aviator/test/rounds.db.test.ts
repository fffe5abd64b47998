/** Complete rounds of Aviator on a clock that the test moves: the outcome at each millisecond, and void flights. */
import type { AviatorBet } from '../contract.ts';
import { flightMsTo, multiplierAtMs } from '../rules.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { siteForAll } from '@fairground/server/test/for-tests';
import { type Answer } from '@fairground/server/test/test-site';
import { newestRound, openRound, reveal, type RoundRow } from './running-flights.ts';

const countdownMs = 2_000;
let alice: string;
let bob: string;

const readRound = async (id: bigint): Promise<RoundRow> => {
  const [round] = await site.rows<RoundRow>('SELECT * FROM aviator_round WHERE id = $1', id);
  if (!round) throw new Error(`there is no round ${id}`);
  return reveal(site, round);
};

/** A round with a flight of such a length, and with these bets. */
const openWith = (bets: Parameters<typeof openRound>[2], minFlightMs: number): Promise<RoundRow> =>
  openRound(site, ({ flightMs }) => flightMs >= minFlightMs, bets);

const bet = (token: string) => site.call('POST', '/aviator/create', token, { amount: 100 });
const cashOut = (token: string, round: RoundRow, crashMultiplier = 10_000) =>
  site.call('POST', '/aviator/cashout', token, { roundId: String(round.id), crashMultiplier });
const outcome = (answer: Answer): string => answer.body.code ?? String(answer.status);
const betOf = async (token: string, round: RoundRow): Promise<AviatorBet | undefined> => {
  const { text } = await site.call('GET', '/aviator/userHistory', token);
  return (JSON.parse(text) as AviatorBet[]).find(({ roundId }) => roundId === String(round.id));
};
const balanceOf = async (token: string): Promise<number> => {
  const { coins, winningAmount } = (await site.call('GET', '/user/me', token)).body as unknown as {
    coins: number;
    winningAmount: number;
  };
  return coins + winningAmount;
};
const paidOut = (answer: Answer) => (answer.body as unknown as { aviatorBidSave: AviatorBet }).aviatorBidSave;

const site = siteForAll({
  clock: 'moved',
  env: { SIGNUP_COINS: '1000000', AVIATOR_COUNTDOWN_MS: String(countdownMs) },
});
beforeAll(async () => {
  [alice, bob] = [(await site.register('alice')).token, (await site.register('bob')).token];
});

describe('a round', () => {
  it('A4: accepts a bet in the last millisecond before take-off, and none at it', async () => {
    const round = await openRound(site);
    await site.time.advanceTo(round.starts_at.getTime() - 1);
    expect(outcome(await bet(alice))).toBe('201');
    // Only the database's clock is at take-off: the round is still open, but its time is over.
    site.time.jump(1);
    expect((await readRound(round.id)).state).toBe('betting');
    expect(outcome(await bet(bob))).toBe('betting_closed');
    site.time.jump(-1);
    await site.time.advanceTo(round.starts_at.getTime());
    expect((await readRound(round.id)).state).toBe('flying');
    expect(outcome(await bet(bob))).toBe('betting_closed');
    expect(await betOf(bob, round)).toBeUndefined();
  });

  it('A2, A3: pays a cash-out in the last millisecond before the crash, and none at it', async () => {
    const round = await openWith([{ token: alice }, { token: bob }], 2_000);
    const crashAt = round.crash_at.getTime();
    await site.time.advanceTo(crashAt - 1);
    const last = await cashOut(alice, round);
    expect(outcome(last)).toBe('200');
    // The crash point itself, unless the curve passes several hundredths in a millisecond.
    const shown = multiplierAtMs(crashAt - 1 - round.starts_at.getTime());
    expect(paidOut(last)).toMatchObject({ cashOutMultiplier: shown / 100, amountWon: shown });
    expect(shown).toBeLessThanOrEqual(round.crash_hundredths);
    // At the crash, and before the director has ended the flight.
    site.time.jump(1);
    expect((await readRound(round.id)).state).toBe('flying');
    expect(outcome(await cashOut(bob, round))).toBe('too_late');
    site.time.jump(-1);
    await site.time.advanceTo(crashAt);
    expect((await readRound(round.id)).state).toBe('settling');
    expect(outcome(await cashOut(bob, round))).toBe('too_late');
  });

  it('pays each cash-out the multiplier of its own millisecond, and at least 1.01x', async () => {
    const round = await openWith([{ token: alice }, { token: bob }], 6_000);
    const startsAt = round.starts_at.getTime();
    await site.time.advanceTo(startsAt + 99);
    expect(outcome(await cashOut(alice, round))).toBe('too_early');
    await site.time.advanceTo(startsAt + 100);
    expect(paidOut(await cashOut(alice, round)).cashOutMultiplier).toBe(1.01);
    await site.time.advanceTo(startsAt + 5_432);
    expect(paidOut(await cashOut(bob, round)).cashOutMultiplier).toBe(multiplierAtMs(5_432) / 100);
  });

  it('judges automatic cash-outs by the crash point: one a hundredth above it loses', async () => {
    const point = 345;
    const limits = [
      { token: alice, autoCashOut: point / 100 },
      { token: bob, autoCashOut: (point + 1) / 100 },
    ];
    const round = await openRound(site, ({ crashHundredths }) => crashHundredths === point, limits);
    await site.time.advanceTo(round.crash_at.getTime() - 1);
    expect([await betOf(alice, round), await betOf(bob, round)]).toMatchObject([
      { outcome: 'win', amountWon: point },
      { outcome: 'pending' },
    ]);
    await site.time.advanceTo(round.crash_at.getTime() + 999);
    expect((await readRound(round.id)).state).toBe('settling');
    expect(await betOf(bob, round)).toMatchObject({ outcome: 'pending' });
    await site.time.advanceTo(round.crash_at.getTime() + 1_000);
    expect((await readRound(round.id)).state).toBe('finished');
    expect(await betOf(alice, round)).toMatchObject({ outcome: 'win', amountWon: point });
    expect(await betOf(bob, round)).toMatchObject({ outcome: 'loss', amountWon: 0 });
  });

  it('opens the next round at the time of the crash, with a full countdown', async () => {
    const round = await openRound(site);
    await site.time.advanceTo(round.crash_at.getTime());
    const next = await newestRound(site);
    expect(next.id).not.toBe(round.id);
    expect(next.starts_at.getTime()).toBe(round.crash_at.getTime() + countdownMs);
  });
});

describe('an automatic cash-out', () => {
  it('is paid in the millisecond in which the curve reaches it, and not before', async () => {
    const round = await openWith([{ token: alice, autoCashOut: 1.1 }, { token: bob }], 3_000);
    const before = await balanceOf(alice);
    await site.time.advanceTo(round.starts_at.getTime() + flightMsTo(110) - 1);
    expect(await betOf(alice, round)).toMatchObject({ outcome: 'pending' });
    await site.time.advance(1);
    expect((await readRound(round.id)).state).toBe('flying');
    expect(await betOf(alice, round)).toMatchObject({
      outcome: 'win',
      amountWon: 110,
      cashOutMultiplier: 1.1,
      crashMultiplier: null,
    });
    expect(await balanceOf(alice)).toBe(before + 110);
    expect(await betOf(bob, round)).toMatchObject({ outcome: 'pending' });
    await site.time.advanceTo(round.crash_at.getTime() + 1_000);
    expect(await balanceOf(alice)).toBe(before + 110);
  });

  it('answers a later manual cash-out with what was paid', async () => {
    const round = await openWith([{ token: alice, autoCashOut: 1.1 }], 3_000);
    const before = await balanceOf(alice);
    await site.time.advanceTo(round.starts_at.getTime() + flightMsTo(120));
    const answer = await cashOut(alice, round);
    expect(outcome(answer)).toBe('200');
    expect(paidOut(answer)).toEqual(await betOf(alice, round));
    expect(paidOut(answer)).toMatchObject({ outcome: 'win', amountWon: 110, cashOutMultiplier: 1.1 });
    expect(await balanceOf(alice)).toBe(before + 110);
    await site.time.advanceTo(round.crash_at.getTime());
    expect(outcome(await cashOut(alice, round))).toBe('too_late');
  });

  it('is paid at the same time of a flight whatever its crash point', async () => {
    const paidAtMs = async (round: RoundRow): Promise<number[]> => {
      await site.time.advanceTo(round.crash_at.getTime());
      const rows = await site.rows<{ ms: number }>(
        `SELECT (extract(epoch FROM b.settled_at - r.starts_at) * 1000)::float8 AS ms
          FROM aviator_bet b JOIN aviator_round r ON r.id = b.round_id WHERE r.id = $1 ORDER BY b.auto_hundredths`,
        round.id,
      );
      return rows.map(({ ms }) => ms);
    };
    const limits = [
      { token: alice, autoCashOut: 1.1 },
      { token: bob, autoCashOut: 1.12 },
    ];
    const rounds: RoundRow[] = [];
    const times: number[][] = [];
    while (new Set(rounds.map(({ crash_hundredths: point }) => point)).size < 4) {
      const round = await openWith(limits, 1_200);
      rounds.push(round);
      times.push(await paidAtMs(round));
    }
    expect(new Set(times.map(String))).toEqual(new Set([String([flightMsTo(110), flightMsTo(112)])]));
  });

  it('F5: is paid when its suspended leader continues, or at the crash', async () => {
    const limits = [
      { token: alice, autoCashOut: 1.2 },
      { token: bob, autoCashOut: 2.5 },
    ];
    const round = await openRound(site, ({ crashHundredths }) => crashHundredths === 250, limits);
    await site.time.advanceTo(round.starts_at.getTime() + 1_000);
    await site.time.suspend(3_900);
    await site.time.advance(300);
    expect((await readRound(round.id)).state).toBe('flying');
    expect(await betOf(alice, round)).toMatchObject({ outcome: 'win', amountWon: 120 });
    await site.time.advanceTo(round.crash_at.getTime() - 500);
    await site.time.suspend(2_000);
    await site.time.advance(2_000);
    expect(await betOf(bob, round)).toMatchObject({ outcome: 'win', amountWon: round.crash_hundredths });
  });
});

describe('a flight', () => {
  it('F5: continues after its leader was suspended for less than five seconds, and is void after more', async () => {
    for (const [asleepMs, state] of [
      [3_900, 'flying'],
      [6_100, 'void'],
    ] as const) {
      const round = await openWith([{ token: alice }, { token: bob }], 8_000);
      await site.time.advanceTo(round.starts_at.getTime() + 1_500);
      const out = paidOut(await cashOut(bob, round));
      await site.time.suspend(asleepMs);
      await site.time.advance(300);
      expect((await readRound(round.id)).state, `asleep for ${asleepMs} ms`).toBe(state);
      if (state === 'void') {
        expect(await betOf(alice, round)).toMatchObject({ outcome: 'void', amountWon: 0 });
        expect(await betOf(bob, round)).toEqual(out);
      }
    }
  });

  it('F5: crashes late when its leader was suspended to its end for less than five seconds', async () => {
    const round = await openWith([{ token: alice }], 8_000);
    await site.time.advanceTo(round.crash_at.getTime() - 3_000);
    await site.time.suspend(30_000);
    await site.time.advance(2_500);
    expect((await readRound(round.id)).state).toBe('finished');
    expect(await betOf(alice, round)).toMatchObject({ outcome: 'loss' });
  });

  it('F5: gets a new countdown with its bets when its start was missed', async () => {
    const round = await openWith([{ token: alice }], 3_000);
    await site.time.suspend(60_000);
    await site.time.advance(300);
    const postponed = await readRound(round.id);
    expect(postponed).toMatchObject({ state: 'betting', crash_hundredths: round.crash_hundredths });
    expect(postponed.starts_at.getTime()).toBeGreaterThan(site.time.nowMs());
    expect(await betOf(alice, round)).toMatchObject({ outcome: 'pending' });
  });

  it('F9: is void when the clock is set back by an hour, and the next round opens immediately', async () => {
    // The round before has a bet of alice's.
    await site.time.advanceTo((await newestRound(site)).crash_at.getTime() + 10);
    const round = await openRound(site);
    const coinsOf = async () => {
      const { coins, winningAmount } = (await site.call('GET', '/user/me', alice)).body as unknown as {
        coins: number;
        winningAmount: number;
      };
      return [coins, winningAmount];
    };
    const before = await coinsOf();
    expect(outcome(await bet(alice))).toBe('201');
    site.time.jump(-3_600_000);
    expect(outcome(await bet(bob))).toBe('betting_closed');
    await site.time.advance(2_100);
    expect(await readRound(round.id)).toMatchObject({ state: 'void', void_reason: 'clock' });
    expect(await betOf(alice, round)).toMatchObject({ outcome: 'void' });
    expect(await coinsOf()).toEqual(before);
    const next = await newestRound(site);
    expect(next.id).toBeGreaterThan(round.id);
    expect(next.starts_at.getTime() - site.time.nowMs()).toBeLessThanOrEqual(countdownMs);
    expect(outcome(await bet(bob))).toBe('201');
    await site.time.advanceTo(next.starts_at.getTime() + 1);
    expect((await readRound(next.id)).state).not.toBe('betting');
    site.time.jump(3_600_000);
    await site.time.advance(1_100);
  });

  it('F9: is settled when the clock is set back between its crash and its settling', async () => {
    const round = await openWith([{ token: alice }], 2_000);
    await site.time.advanceTo(round.crash_at.getTime() + 500);
    expect((await readRound(round.id)).state).toBe('settling');
    site.time.jump(-3_600_000);
    await site.time.advance(4_000);
    expect((await readRound(round.id)).state).toBe('finished');
    expect(await betOf(alice, round)).toMatchObject({ outcome: 'loss' });
    site.time.jump(3_600_000);
    await site.time.advance(1_100);
  });

  it('F9: is void where the clock is set by more than a second, and not by less', async () => {
    for (const [driftMs, state] of [
      [900, 'flying'],
      [-900, 'flying'],
      [1_100, 'void'],
      [-1_100, 'void'],
      [3_600_000, 'void'],
      [-3_600_000, 'void'],
    ] as const) {
      const before = (await site.call('GET', '/user/me', alice)).body as {
        coins?: number;
        winningAmount?: number;
      };
      const round = await openWith([{ token: alice }, { token: bob }], 5_500);
      await site.time.advanceTo(round.starts_at.getTime() + 3_000);
      const out = paidOut(await cashOut(bob, round, 1.2));
      site.time.jump(driftMs);
      await site.time.advance(1_100);
      expect((await readRound(round.id)).state, `${driftMs} ms`).toBe(state);
      if (state === 'void') {
        expect(await betOf(alice, round)).toMatchObject({ outcome: 'void' });
        expect(await betOf(bob, round)).toEqual(out);
        const after = (await site.call('GET', '/user/me', alice)).body as typeof before;
        expect([after.coins, after.winningAmount]).toEqual([before.coins, before.winningAmount]);
      }
      await site.time.advance(2_000);
    }
  });
});

it('leaves a clean ledger', async () => {
  expect(await site.findViolations()).toEqual([]);
});
