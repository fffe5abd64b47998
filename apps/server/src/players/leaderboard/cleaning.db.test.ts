/** Boards of days and weeks are deleted once their month is long over, and what they add up to stays. */
import { beforeAll, expect, it } from 'vitest';
import { boardCleaning } from './cleaning.ts';
import { takeLease } from '../../director/lease.ts';
import { databaseForAll } from '../../../test/for-tests.ts';
import { addPlayer } from '../../../test/harness.ts';
import { queryAsOwner } from '../../../test/query-as-owner.ts';
import { addTestRound, settleBet } from '../../../../../games/test/settled-bets.ts';

let epoch: bigint;
const players: bigint[] = [];

const test = databaseForAll({ connections: 4 });
beforeAll(async () => {
  const lease = await takeLease(test.database, 'cleaner');
  if (!lease) throw new Error('the lease is taken');
  ({ epoch } = lease);
  for (const name of ['anna', 'bert', 'cora']) players.push(await addPlayer(test.database, name, 100_000));
  for (const monthsAgo of [5, 4, 1, 0]) {
    await addTestRound(test.database);
    for (const [at, player] of players.entries())
      await settleBet(test.database, player, { amount: 100, payout: 150 + 10 * at });
    if (monthsAgo > 0) await moveBack(monthsAgo);
  }
});

/**
 * As if what was won today had been won on the first of that month, which is in a week that
 * began at most 6 days earlier.
 */
const moveBack = (monthsAgo: number) =>
  queryAsOwner(
    test.database,
    `UPDATE standing s SET since = CASE s.span WHEN 'w' THEN date_trunc('week', m.first)::date ELSE m.first END
      FROM today t, LATERAL (
        SELECT (date_trunc('month', t.day) - make_interval(months => $1::integer))::date AS first) m
      WHERE s.since > CASE s.span WHEN 'm' THEN date_trunc('month', t.day)::date - 1 ELSE t.day - 7 END`,
    [monthsAgo],
  );

const rows = <Row extends object>(text: string, ...values: unknown[]) =>
  queryAsOwner<Row>(test.database, text, values);
const deleteBatch = (maxRows: number, ofEpoch = epoch) =>
  boardCleaning(test.database).deleteBatch(ofEpoch, maxRows);
const findViolations = async () => await test.findViolations();
const spans = () =>
  rows<{ span: string; n: number }>(
    'SELECT span::text, count(*)::integer AS n FROM standing GROUP BY span ORDER BY span',
  );

it('deletes nothing for a former leader', async () => {
  expect(await findViolations()).toEqual([]);
  expect(await deleteBatch(100, epoch - 1n)).toBe(0);
  expect(await spans()).toEqual([
    { span: 'd', n: 12 },
    { span: 'm', n: 12 },
    { span: 'w', n: 12 },
  ]);
});

it('skips a player whose account is being closed, without waiting', async () => {
  await test.database.transaction(async (query) => {
    await query({ text: 'SELECT FROM player WHERE id = $1 FOR UPDATE', values: [players[2]] });
    expect(await deleteBatch(3)).toBe(3);
  });
  const carried = await rows<{ player_id: bigint }>(
    'SELECT player_id FROM carried_standing ORDER BY player_id',
  );
  expect(carried.map(({ player_id: id }) => id)).toEqual([players[0], players[1]]);
  expect(await findViolations()).toEqual([]);
});

it('adds up after every batch, and leaves months and what is younger', async () => {
  for (let left = 9; left > 0; left -= 1) {
    expect(await deleteBatch(1)).toBe(1);
    expect(await findViolations()).toEqual([]);
  }
  expect(await deleteBatch(100)).toBe(0);
  expect(await spans()).toEqual([
    { span: 'd', n: 6 },
    { span: 'm', n: 12 },
    { span: 'w', n: 6 },
  ]);
  const sums = await rows('SELECT player_id, days, weeks FROM carried_standing ORDER BY player_id');
  expect(sums).toEqual(
    players.map((id, at) => {
      const won = BigInt(2 * (50 + 10 * at));
      return { player_id: id, days: won, weeks: won };
    }),
  );
});

it('is found by the audit where a sum or a month is changed', async () => {
  for (const [change, undo] of [
    ['UPDATE carried_standing SET weeks = weeks + 1', 'UPDATE carried_standing SET weeks = weeks - 1'],
    ['UPDATE carried_standing SET days = days + 1', 'UPDATE carried_standing SET days = days - 1'],
    [
      `UPDATE standing SET won = won + 1 WHERE span = 'm' AND since = (SELECT min(since) FROM standing ` +
        `WHERE span = 'm')`,
      `UPDATE standing SET won = won - 1 WHERE span = 'm' AND since = (SELECT min(since) FROM standing ` +
        `WHERE span = 'm')`,
    ],
  ] as const) {
    await rows(change);
    expect(
      (await findViolations()).map(({ line }) => line),
      change,
    ).toContain('I19');
    await rows(undo);
  }
  expect(await findViolations()).toEqual([]);
});

it('is refused for days that boards still show', async () => {
  await expect(rows('SELECT ledger.carry_standings($1, 6, 10)', epoch)).rejects.toThrow('7 days at least');
});

it('erases the sums of an account that is closed', async () => {
  await rows('SELECT ledger.clear_statistics($1)', players[0]);
  const [row] = await rows<{ n: number }>(
    'SELECT count(*)::integer AS n FROM carried_standing WHERE player_id = $1',
    players[0],
  );
  expect(row?.n).toBe(0);
});
