/**
 * Verbs that Aviator adds to the scenario language:
 *
 *   round 5.00x                a round with that crash point, open for bets
 *   bet alice 100 [auto 2.00x] [slot 2] ok | CODE
 *   fly 3000                   takes off that many milliseconds ago
 *   cashout alice 1.30x [slot 2] ok | CODE     pressed at that time, or after the crash
 *   crash                      the flight ends, and pending bets are settled
 *   void                       the flight is void
 */
import type { Database } from '@fairground/server/platform/database/database';
import type { ScenarioSteps } from '@fairground/server/test/scenario';
import { expect } from 'vitest';
import type { BetSlot } from '../rules.ts';
import { settleChunk, voidRound } from '../server/round-queries.ts';
import {
  crashTestRound,
  createTestService,
  flyTestRound,
  openTestRound,
  pressOf,
  stakeOf,
  testFlights,
} from './table.ts';

const hundredths = (word: string | undefined): number => {
  const match = /^(\d+)\.(\d\d)x$/.exec(word ?? '');
  if (!match) throw new Error(`${word} is not a multiplier such as 2.00x`);
  return Number(match[1]) * 100 + Number(match[2]);
};

const slotIn = (words: readonly (string | undefined)[]): BetSlot => {
  const at = words.indexOf('slot');
  return at >= 0 && words[at + 1] === '2' ? 2 : 1;
};

const outcome = (committed: { ok: true } | { ok: false; code: string }): string =>
  committed.ok ? 'ok' : committed.code;

export const aviatorSteps =
  (database: Database): ScenarioSteps =>
  (idOf) => {
    const service = createTestService(database);
    let round = 0n;
    let pressedAt = performance.now();
    return {
      async round([crash]) {
        round = await openTestRound(database, hundredths(crash));
      },
      async bet([name, stake, ...rest], line) {
        const auto = rest.indexOf('auto');
        const autoHundredths = auto < 0 ? null : hundredths(rest[auto + 1]);
        const committed = await service.placeBet(
          stakeOf(idOf(name), { stakeCoins: Number(stake), autoHundredths, slot: slotIn(rest) }),
        );
        expect(outcome(committed), line).toBe(rest.at(-1));
      },
      async fly([agoMs]) {
        pressedAt = await flyTestRound(database, round, Number(agoMs));
      },
      async cashout([name, asked, ...rest], line) {
        const committed = await service.cashOut(
          pressOf(idOf(name), round, hundredths(asked), {
            slot: slotIn(rest),
            receivedAt: pressedAt,
          }),
        );
        expect(outcome(committed), line).toBe(rest.at(-1));
      },
      async crash() {
        await crashTestRound(database, round);
        pressedAt = performance.now();
        await settleChunk(database.query, { epoch: 0n, roundId: round, maxBets: 1_000 });
      },
      async void() {
        await voidRound(database.query, 0n, {
          roundId: round,
          seed: Buffer.from('c'),
          flight: await testFlights.find(database.query, round),
          reason: 'stopped',
        });
      },
    };
  };
