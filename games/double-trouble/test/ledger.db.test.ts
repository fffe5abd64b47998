/**
 * Double Trouble's coins in the scenario language; every scenario is audited, and the auditor finds deliberate damage.
 */
import { describe, expect, it } from 'vitest';
import type { Finding } from '@fairground/server/ledger/audit';
import { databaseForEach } from '@fairground/server/test/for-tests';
import { addPlayer } from '@fairground/server/test/harness';
import { runScenario } from '@fairground/server/test/scenario';
import { drawNow, openDoubleTroubleTable } from './table.ts';
import { doubleTroubleSteps } from './scenario-steps.ts';
import { corrupt } from '@fairground/server/test/query-as-owner';

const test = databaseForEach();

const findViolations = async (): Promise<Finding[]> => await test.findViolations();

const run = async (script: string): Promise<void> => {
  await runScenario(test.database, script, doubleTroubleSteps(test.database));
  expect(await findViolations()).toEqual([]);
};

describe('stakes, wins, losses, refunds', () => {
  it('pays, with 15 of 30, 2.1 for under, 1.9 for over, and 29.4 for exact and number, including the stake', () =>
    run(`
      player alice 1000
      draw 14
      pick alice under 100 ok
      pick alice over 100 ok
      pick alice exact 100 ok
      pick alice 14 100 ok
      pick alice 13 100 ok
      balance alice 500
      drawn
      balance alice 3650 winnings 3150
      won alice 2950
      staked alice 500
      draw 15
      pick alice under 100 ok
      pick alice over 100 ok
      pick alice exact 10 ok
      drawn
      balance alice 3734
      draw 16
      pick alice over 10 ok
      drawn
      balance alice 3743
    `));

  it('pays, with 25 of 50, 2.0 for under, 1.9 for over, and 49 for exact and number', () =>
    run(`
      player alice 1000
      draw 25 of 50
      pick alice exact 10 ok
      pick alice under 10 ok
      drawn
      balance alice 1470 winnings 490
      draw 50 of 50
      pick alice 50 10 ok
      pick alice over 10 ok
      drawn
      balance alice 1959
      draw 24 of 50
      pick alice under 10 ok
      drawn
      balance alice 1969
    `));

  it('takes coins first for a stake, and refunds each part to its source for a void draw', () =>
    run(`
      player alice 100
      draw 3
      pick alice under 100 ok
      drawn
      balance alice 210 winnings 210
      draw 3
      pick alice under 60 ok
      pick alice over 60 ok
      undrawn
      balance alice 210 winnings 210
      won alice 110
      staked alice 100
    `));

  it('refuses bets beyond the balance, a limit or during a break, and moves nothing', () =>
    run(`
      player alice 50
      player bob 1000
      player carol 1000
      draw 20
      pick alice over 60 insufficient_coins
      pick alice over 55 invalid_request
      pick alice 31 10 invalid_request
      pick alice over 50 ok
      limit bob 100
      pick bob under 100 ok
      pick bob under 10 limit_reached
      break carol
      pick carol under 10 on_a_break
      drawn
      pick alice over 10 betting_closed
      balance alice 95
      balance bob 900
      balance carol 1000
    `));
});

describe('the auditor finds', () => {
  const spoil = async (text: string): Promise<string[]> => {
    await runScenario(
      test.database,
      `
        player alice 1000
        draw 22
        pick alice over 100 ok
        pick alice under 100 ok
        drawn
      `,
      doubleTroubleSteps(test.database),
    );
    await corrupt(test.database, text);
    return (await findViolations()).map(({ line }) => line);
  };

  /** As if the leader had been running since that moment. */
  const unsettled = (since: string): string =>
    `WITH lease AS (UPDATE director_lease SET renewed_at = clock_timestamp(), led_since = ${since}),
      back AS (UPDATE double_trouble_draw SET drawn_at = drawn_at - interval '2 min')
      UPDATE double_trouble_bet SET outcome = 'pending', amount_won = 0`;

  it.each([
    ['a number that its seed does not give', 'UPDATE double_trouble_draw SET winning_number = 23', 'I8'],
    [
      'a payout that does not follow the rules',
      `UPDATE double_trouble_bet SET amount_won = 191 WHERE outcome = 'win'`,
      'I7',
    ],
    ['a loss that should have won', `UPDATE double_trouble_bet SET outcome = 'loss', amount_won = 0`, 'I8'],
    ['a multiplier that is not the rule', 'UPDATE double_trouble_bet SET payout_hundredths = 2940', 'I8'],
    ['a bet after the close', 'UPDATE double_trouble_bet SET created_at = clock_timestamp()', 'I13'],
    ['a draw before its time', `UPDATE double_trouble_draw SET drawn_at = draws_at - interval '1 ms'`, 'I12'],
    ['a seed that was not promised', `UPDATE double_trouble_draw SET commitment = sha256('other')`, 'I14'],
    ['a stake without a bet', 'DELETE FROM double_trouble_bet', 'I7'],
    ['an epoch of the future', 'UPDATE double_trouble_draw SET epoch = 99', 'I17'],
    ['a bet that is not settled', unsettled(`clock_timestamp() - interval '2 min'`), 'I9'],
  ])('%s', async (_, text, line) => {
    expect(await spoil(text)).toContain(line);
  });

  it('no bet that was not settled while the site was down, or that a clock makes older', async () => {
    expect(await spoil(unsettled('clock_timestamp()'))).not.toContain('I9');
  });
});

describe('the auditor finds in a sealed draw', () => {
  it.each([
    ['a changed stake', 'UPDATE double_trouble_bet SET amount = amount + 10'],
    ['a bet that was left out', 'DELETE FROM double_trouble_bet'],
    ['a client seed that was changed', `UPDATE double_trouble_bet SET client_seed = 'other'`],
    [
      'another root',
      `UPDATE double_trouble_draw SET bets_root = sha256('other') WHERE sealed_at IS NOT NULL`,
    ],
    ['a count that is not the number of bets', 'UPDATE double_trouble_draw SET bet_count = bet_count + 1'],
    [
      'a level that no bet gives it',
      `UPDATE double_trouble_draw SET entropy = 'install' WHERE sealed_at IS NOT NULL`,
    ],
  ])('%s', async (_, text) => {
    const table = await openDoubleTroubleTable(test.database);
    const alice = await addPlayer(test.database, 'alice', 100);
    await table.step();
    expect(await table.place({ playerId: alice, clientSeed: 'alpha' })).toBe('ok');
    await drawNow(test.database, table);
    expect(await findViolations()).toEqual([]);
    await corrupt(test.database, text);
    expect((await findViolations()).map(({ line }) => line)).toContain('I16');
  });
});
