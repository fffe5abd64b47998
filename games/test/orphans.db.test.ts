/**
 * Bets have no foreign keys: the audit finds one whose round, draw or player does not exist. Those of Aviator and
 * Double Trouble have no index over their ids alone: it finds two with one id.
 */
import { beforeAll, expect, it } from 'vitest';
import { audit } from '../../apps/server/src/site/audit.ts';
import { databaseForAll } from '../../apps/server/test/for-tests.ts';
import { addPlayer } from '../../apps/server/test/harness.ts';
import { queryAsOwner } from '../../apps/server/test/query-as-owner.ts';

const test = databaseForAll();
beforeAll(async () => {
  await addPlayer(test.database, 'alice', 100);
});

it.each([
  [
    'each Aviator bet belongs to a round and to a player with a wallet',
    'INSERT INTO aviator_bet (id, round_id, player_id, slot, amount, from_winnings) OVERRIDING SYSTEM VALUE',
    `, 1, 10, 0`,
  ],
  [
    'each Double Trouble bet belongs to a draw and to a player with a wallet',
    `INSERT INTO double_trouble_bet
      (id, draw_id, player_id, draw_type, amount, from_winnings, payout_hundredths,
        created_at) OVERRIDING SYSTEM VALUE`,
    `, 'Under', 10, 0, 210, now()`,
  ],
  [
    'each lottery ticket belongs to a draw and to a player with a wallet',
    'INSERT INTO lottery_ticket (id, draw_id, player_id, pick, bid) OVERRIDING SYSTEM VALUE',
    ', 63, 10',
  ],
])('%s', async (states, insert, rest) => {
  const unknown = 987_654_321;
  // Twice an unknown round or draw; the second bet has no player either.
  await queryAsOwner(
    test.database,
    `${insert} SELECT b.id, ${unknown}, b.player_id${rest}
     FROM (SELECT 1 AS id, (SELECT id FROM player) AS player_id UNION ALL SELECT 2, ${unknown}) b`,
  );
  const finding = (await audit(test.database)).find((each) => each.states === states);
  expect(finding?.broken.map((row) => (row as { id: bigint }).id).toSorted()).toEqual([1n, 2n, 2n]);
});

it.each([
  [
    'each Aviator bet has one stake and at most one end',
    'aviator',
    `INSERT INTO aviator_bet (id, round_id, player_id, slot, amount, from_winnings) OVERRIDING SYSTEM VALUE
      VALUES (77, 1, 1, 1, 10, 0), (77, 1, 2, 1, 10, 0)`,
  ],
  [
    'each Double Trouble bet has one stake and at most one end',
    'double_trouble',
    `INSERT INTO double_trouble_bet (id, draw_id, player_id, draw_type, amount, from_winnings, payout_hundredths,
        created_at) OVERRIDING SYSTEM VALUE
      VALUES (77, 1, 1, 'Under', 10, 0, 210, now()), (77, 1, 2, 'Under', 10, 0, 210, now())`,
  ],
])('%s, also where two of them have one id', async (states, prefix, insert) => {
  await queryAsOwner(test.database, insert);
  await queryAsOwner(
    test.database,
    `INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
      VALUES ('${prefix}_stake_coins', 77, 1002, 20, 10)`,
  );
  const finding = (await audit(test.database)).find((each) => each.states === states);
  expect(finding?.broken.map((row) => (row as { stake: bigint }).stake)).toContain(77n);
});
