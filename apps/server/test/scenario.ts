/**
 * The scenario language: one line a step, the last word the outcome expected.
 *
 *   player alice 1000          a player with that many coins
 *   round 5.00x                a round with that crash point, open for bets
 *   bet alice 100 [auto 2.00x] ok | CODE
 *   fly 3000                   takes off that many milliseconds ago
 *   cashout alice 1.30x ok | CODE
 *   crash                      the flight ends, and pending bets are settled
 *   void                       the flight is void
 *   draw 22 [of 50]            a Double Trouble draw that will give that number, open for bets
 *   pick alice under 100 ok | CODE       a bet on it;  pick alice 17 100 ok  on a number
 *   drawn                      it is drawn and settled;  undrawn  it is void
 *   limit alice 500            a daily limit;  break alice  an hour's break
 *   balance alice 900 [winnings 130]
 *   won alice 30               the player's total won;  staked alice 100  today's stakes
 */
import { queryAsOwner } from './query-as-owner.ts';
import { expect } from 'vitest';
import { findUser } from '../src/ledger/player-view.ts';
import { settleChunk, voidRound } from '../src/modules/aviator/round-queries.ts';
import { createAviatorService } from '../src/modules/aviator/service.ts';
import { createDoubleTroubleService } from '../src/modules/double-trouble/service.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database.ts';
import { crashTestRound, flyTestRound, openTestRound } from './aviator-table.ts';
import { codeOf, holdTestDraw, openTestDraw, voidTestDraw } from './double-trouble-table.ts';
import { addPlayer } from './harness.ts';

const hundredths = (word: string | undefined): number => {
  const match = /^(\d+)\.(\d\d)x$/.exec(word ?? '');
  if (!match) throw new Error(`${word} is not a multiplier such as 2.00x`);
  return Number(match[1]) * 100 + Number(match[2]);
};

export const runScenario = async (database: Database, script: string): Promise<void> => {
  const service = createAviatorService({
    database,
    clock: systemClock,
    refusalText: (code) => code,
    userChanged: () => undefined,
    recordBet: () => undefined,
  });
  const drawService = (max: 30 | 50) =>
    createDoubleTroubleService({
      database,
      max,
      refusalText: (code) => code,
      userChanged: () => undefined,
      recordBet: () => undefined,
    });
  const ids = new Map<string, bigint>();
  const idOf = (name: string | undefined): bigint => {
    const id = ids.get(name ?? '');
    if (id === undefined) throw new Error(`there is no player ${name}`);
    return id;
  };
  const userOf = async (name: string | undefined) => {
    const user = await findUser(database.query, idOf(name));
    if (!user) throw new Error(`${name} has no wallet`);
    return user;
  };
  const outcome = (committed: { kind: string; code?: string }): string =>
    committed.kind === 'refused' ? (committed.code ?? '') : 'ok';
  let round = 0n;
  let draw: { number: number; max: 30 | 50 } = { number: 0, max: 30 };

  const steps: Record<string, (words: string[], line: string) => Promise<void>> = {
    async player([name = '', coins]) {
      ids.set(name, await addPlayer(database, name, Number(coins)));
    },
    async round([crash]) {
      round = await openTestRound(database, hundredths(crash));
    },
    async bet([name, stake, ...rest], line) {
      const autoHundredths = rest[0] === 'auto' ? hundredths(rest[1]) : null;
      const committed = await service.placeBet({
        playerId: idOf(name),
        stakeCoins: Number(stake),
        autoHundredths,
        roundId: null,
      });
      expect(outcome(committed), line).toBe(rest.at(-1));
    },
    async fly([agoMs]) {
      await flyTestRound(database, round, Number(agoMs));
    },
    async cashout([name, asked, expected], line) {
      const committed = await service.cashOut({
        playerId: idOf(name),
        roundId: round,
        askedHundredths: hundredths(asked),
        receivedAt: systemClock.monotonic(),
      });
      expect(outcome(committed), line).toBe(expected);
    },
    async crash() {
      await crashTestRound(database, round);
      await settleChunk(database.query, { epoch: 0n, roundId: round, limit: 1_000 });
    },
    async void() {
      await voidRound(database.query, {
        epoch: 0n,
        roundId: round,
        seed: Buffer.from('c'),
      });
    },
    async draw([number, , max]) {
      draw = { number: Number(number), max: max === '50' ? 50 : 30 };
      await openTestDraw(database, draw.number, draw.max);
    },
    async pick([name, what = '', stake, expected], line) {
      const number = /^\d+$/.test(what) ? Number(what) : null;
      const sides = { under: 'Under', over: 'Over', exact: 'Exact' } as const;
      const answer = await drawService(draw.max).placeBet({
        playerId: idOf(name),
        drawType: number === null ? sides[what as keyof typeof sides] : 'Number',
        number,
        stakeCoins: Number(stake),
        drawId: null,
      });
      expect(codeOf(answer), line).toBe(expected);
    },
    async drawn() {
      await holdTestDraw(database, draw.number);
    },
    async undrawn() {
      await voidTestDraw(database);
    },
    async limit([name, coins]) {
      await queryAsOwner(database, 'UPDATE wallet SET daily_stake_limit = $2 WHERE player_id = $1', [
        idOf(name),
        Number(coins),
      ]);
    },
    async break([name]) {
      await queryAsOwner(
        database,
        `UPDATE wallet SET break_until = clock_timestamp() + interval '1 hour' WHERE player_id = $1`,
        [idOf(name)],
      );
    },
    async balance([name, sum, , winnings], line) {
      const user = await userOf(name);
      expect(user.coins + user.winningAmount, line).toBe(Number(sum));
      if (winnings !== undefined) expect(user.winningAmount, line).toBe(Number(winnings));
    },
    async won([name, coins], line) {
      expect((await userOf(name)).totalWon, line).toBe(Number(coins));
    },
    async staked([name, coins], line) {
      expect((await userOf(name)).todaysBids, line).toBe(Number(coins));
    },
  };

  for (const line of script.split('\n').map((text) => text.trim())) {
    if (!line || line.startsWith('#')) continue;
    const [verb = '', ...words] = line.split(/\s+/);
    const step = steps[verb];
    if (!step) throw new Error(`the scenario language has no ${verb}`);
    await step(words, line);
  }
};
