/** Two bets of a player in one round: guards over both, each with its own end, and what the audit reports of them. */
import type { Finding } from '@fairground/server/ledger/audit';
import { databaseForEach } from '@fairground/server/test/for-tests';
import { corrupt, queryAsOwner } from '@fairground/server/test/query-as-owner';
import { runScenario } from '@fairground/server/test/scenario';
import { expect, it } from 'vitest';
import { aviatorSteps } from './scenario-steps.ts';

const test = databaseForEach();

const findViolations = async (): Promise<Finding[]> => await test.findViolations();

const run = async (script: string): Promise<void> => {
  await runScenario(test.database, script, aviatorSteps(test.database));
  expect(await findViolations()).toEqual([]);
};

it('gives each slot a stake, a cash-out and an end of its own', () =>
  run(`
    player alice 1000
    round 5.00x
    bet alice 100 ok
    bet alice 200 slot 2 ok
    bet alice 10 bet_already_active
    bet alice 10 slot 2 bet_already_active
    balance alice 700
    staked alice 300
    fly 5000
    cashout alice 1.50x slot 2 ok
    balance alice 1000 winnings 300
    cashout alice 1.20x slot 2 no_active_bet
    cashout alice 1.10x ok
    balance alice 1110 winnings 410
    won alice 110
    crash
    balance alice 1110
  `));

it('does not cash out slot 2 for a call that names no slot', () =>
  run(`
    player alice 1000
    round 5.00x
    bet alice 100 slot 2 ok
    fly 5000
    cashout alice 1.50x no_active_bet
    cashout alice 1.50x slot 2 ok
    balance alice 1050
    crash
  `));

it('settles both bets of a player at the crash, in any combination', () =>
  run(`
    player alice 1000
    player bob 1000
    player carol 1000
    round 2.00x
    bet alice 100 auto 1.50x ok
    bet alice 200 auto 2.00x slot 2 ok
    bet bob 100 auto 2.01x ok
    bet bob 200 auto 1.10x slot 2 ok
    bet carol 100 ok
    bet carol 100 slot 2 ok
    fly 1000
    crash
    balance alice 1250 winnings 550
    won alice 250
    balance bob 920 winnings 220
    balance carol 800 winnings 0
  `));

it('refunds to its source what a void round has not paid, on each slot', () =>
  run(`
    player alice 150
    round 3.00x
    bet alice 100 ok
    fly 5000
    cashout alice 1.50x ok
    crash
    balance alice 200 winnings 150
    round 3.00x
    bet alice 100 ok
    bet alice 100 slot 2 ok
    balance alice 0
    fly 1000
    void
    balance alice 200 winnings 150
    staked alice 100
    round 3.00x
    bet alice 50 ok
    bet alice 100 slot 2 ok
    fly 5000
    cashout alice 1.20x slot 2 ok
    void
    balance alice 220
  `));

it('counts both stakes against balance and daily limit, and takes neither in a break', () =>
  run(`
    player alice 150
    player bob 1000
    player carol 1000
    limit bob 150
    break carol
    round 2.00x
    bet alice 100 ok
    bet alice 100 slot 2 insufficient_coins
    bet alice 50 slot 2 ok
    bet bob 100 ok
    bet bob 60 slot 2 limit_reached
    bet bob 50 slot 2 ok
    bet carol 10 on_a_break
    bet carol 10 slot 2 on_a_break
    balance alice 0
    balance bob 850
    balance carol 1000
  `));

it('reports two bets in one slot, and a second bet that was paid without reaching its multiplier', async () => {
  await run(`
    player alice 1000
    round 2.00x
    bet alice 100 auto 1.50x ok
    bet alice 200 auto 1.50x slot 2 ok
    fly 1000
    crash
  `);
  const otherSeal = 'I16 the seal of each Aviator round is over exactly its bets';
  const broken = async () => (await findViolations()).map(({ line, states }) => `${line} ${states}`);
  await queryAsOwner(test.database, 'ALTER TABLE aviator_bet DROP CONSTRAINT aviator_bet_one_per_slot');
  await corrupt(test.database, 'UPDATE aviator_bet SET slot = 1');
  expect(await broken()).toEqual([
    'I7 a player has at most two Aviator bets in a round, each in a slot of its own',
    otherSeal,
  ]);
  await corrupt(test.database, 'UPDATE aviator_bet SET slot = 2 WHERE amount = 200');
  expect(await broken()).toEqual([]);
  await corrupt(test.database, 'UPDATE aviator_bet SET auto_hundredths = 140 WHERE slot = 2');
  expect(await broken()).toEqual([
    'I8 each Aviator payout is its stake times the multiplier, at or below the crash point',
    otherSeal,
  ]);
});
