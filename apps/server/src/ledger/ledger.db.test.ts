/** The ledger: scenarios, races, and what the database refuses. */
import { expect, it } from 'vitest';
import { audit } from '../site/audit.ts';
import { findUser } from './player-view.ts';
import { addPlayer } from '../../test/harness.ts';
import { queryAsOwner } from '../../test/query-as-owner.ts';
import { openTestRound } from '../../../../games/aviator/test/table.ts';
import { aviatorSteps } from '../../../../games/aviator/test/scenario-steps.ts';
import { runScenario } from '../../test/scenario.ts';
import { databaseForEach } from '../../test/for-tests.ts';

const test = databaseForEach({ isAudited: true, connections: 12 });

const run = (script: string) => runScenario(test.database, script, aviatorSteps(test.database));

it('pays a cash-out into winnings and counts only the amount above the stake as won', () =>
  run(`
    player alice 1000
    round 5.00x
    bet alice 100 ok
    balance alice 900 winnings 0
    fly 3000
    cashout alice 1.30x ok
    balance alice 1030 winnings 130
    won alice 30
    staked alice 100
    cashout alice 1.30x no_active_bet
    crash
    balance alice 1030
  `));

it('takes coins first and winnings for the rest, and refunds each to its source', () =>
  run(`
    player alice 100
    round 9.00x
    bet alice 100 ok
    fly 10000
    cashout alice 2.00x ok
    balance alice 200 winnings 200
    round 9.00x
    bet alice 150 ok
    balance alice 50 winnings 50
    fly 100
    void
    balance alice 200 winnings 200
    staked alice 100
  `));

it('A3: pays an auto cash-out at its own multiplier, whatever a later manual request names', () =>
  run(`
    player alice 1000
    player bob 1000
    round 3.00x
    bet alice 100 auto 1.01x ok
    bet bob 100 auto 3.01x ok
    fly 5000
    cashout alice 100.00x ok
    balance alice 1001
    crash
    balance bob 900
    cashout bob 1.50x too_late
  `));

it('settles auto cash-outs by the crash point: one at it wins, one a hundredth above it loses', () =>
  run(`
    player alice 100
    player bob 100
    round 2.00x
    bet alice 100 auto 2.00x ok
    bet bob 100 auto 2.01x ok
    fly 1
    crash
    balance alice 200 winnings 200
    balance bob 0
    won alice 100
    won bob 0
  `));

it('refuses a cash-out below 1.01x, a second bet, and bets after the close', () =>
  run(`
    player alice 1000
    round 2.00x
    cashout alice 1.50x no_active_bet
    bet alice 10 ok
    bet alice 10 bet_already_active
    cashout alice 1.50x too_early
    fly 20
    cashout alice 1.50x too_early
    bet alice 10 betting_closed
    balance alice 990
  `));

it('enforces a daily limit and a break', () =>
  run(`
    player alice 1000
    player bob 1000
    limit alice 100
    break bob
    round 2.00x
    bet alice 110 limit_reached
    bet alice 100 ok
    bet bob 10 on_a_break
    round 2.00x
    bet alice 10 limit_reached
    balance alice 900
    balance bob 1000
  `));

it('A5: accepts ten of a hundred concurrent stakes on coins for ten, also with a wait in the transaction', async () => {
  const alice = await addPlayer(test.database, 'alice', 100);
  const rounds: bigint[] = [];
  for (let index = 0; index < 100; index++) rounds.push(await openTestRound(test.database, 200));
  const text = `WITH judged AS MATERIALIZED (SELECT * FROM ledger.judge_stakes(ARRAY[$1::bigint], ARRAY[10::bigint])),
    bet AS (
      INSERT INTO aviator_bet (round_id, player_id, amount, from_winnings)
      SELECT $2, player_id, 10, from_winnings FROM judged WHERE refusal IS NULL
      RETURNING id, player_id, amount, from_winnings
    )
    SELECT d.coins FROM bet b,
      ledger.debit_stakes('aviator', ARRAY[b.id], ARRAY[b.player_id], ARRAY[b.amount], ARRAY[b.from_winnings]) d`;
  const placeIn = (round: bigint) =>
    test.database.transaction(async (query) => {
      const rows = await query({ text, values: [alice, round] });
      await query({ text: 'SELECT pg_sleep(0.01)', values: [] });
      return rows.length;
    });
  // As many at once as the pool has connections: more would wait for a connection rather than for the wallet.
  const lanes = Array.from({ length: 12 }, async () => {
    let placed = 0;
    for (let round = rounds.pop(); round !== undefined; round = rounds.pop()) placed += await placeIn(round);
    return placed;
  });
  const placed = await Promise.all(lanes);
  expect(placed.reduce((sum, count) => sum + count, 0)).toBe(10);
  const user = await findUser(test.database.query, alice);
  expect(user).toMatchObject({ coins: 0, winningAmount: 0, todaysBids: 100 });
});

it.each(['UPDATE transfer SET amount = amount + 1', 'DELETE FROM transfer', 'TRUNCATE transfer'])(
  'I5: refuses %s to the application and to the owner',
  async (sql) => {
    await addPlayer(test.database, 'alice', 100);
    const refused = { code: '42501' };
    await expect(test.rows(sql)).rejects.toMatchObject(refused);
    await expect(
      test.database.transaction(async (query) => {
        await query({ text: 'SET LOCAL ROLE NONE', values: [] });
        await query({ text: sql, values: [] });
      }),
    ).rejects.toMatchObject(refused);
  },
);

it.each([
  'UPDATE wallet SET coins = coins + 1',
  'INSERT INTO wallet (player_id, coins) VALUES (1, 1)',
  'DELETE FROM wallet',
  `INSERT INTO transfer (kind, source, debit_account, credit_account, amount) VALUES ('signup', 0, 1, 1002, 1)`,
  `INSERT INTO standing (span, since, player_id, won) VALUES ('d', current_date, 1, 1)`,
  'SELECT FROM wallet FOR UPDATE',
])('the application may not %s', async (text) => {
  await addPlayer(test.database, 'alice', 100);
  await expect(test.rows(text)).rejects.toMatchObject({ code: '42501' });
});

it('moves no coins for a game without an account', async () => {
  const alice = await addPlayer(test.database, 'alice', 100);
  await queryAsOwner(test.database, `UPDATE account SET name = 'renamed' WHERE name = 'aviator'`);
  const stake =
    `ledger.debit_stakes('aviator', ARRAY[1::bigint], ARRAY[$1::bigint], ARRAY[10::bigint], ` +
    'ARRAY[0::bigint])';
  const win =
    `ledger.credit_wins('aviator', ARRAY[1::bigint], ARRAY[$1::bigint], ARRAY[10::bigint], ` +
    'ARRAY[20::bigint])';
  const refund =
    `ledger.refund_stakes('aviator', ARRAY[1::bigint], ARRAY[$1::bigint], ARRAY[10::bigint], ` +
    'ARRAY[0::bigint])';
  for (const call of [stake, win, refund]) {
    const moved = test.rows(`SELECT FROM ${call}`, alice);
    await expect(moved).rejects.toMatchObject({ code: '23502' });
  }
  expect(await findUser(test.database.query, alice)).toMatchObject({ coins: 100, winningAmount: 0 });
  await queryAsOwner(test.database, `UPDATE account SET name = 'aviator' WHERE name = 'renamed'`);
});

it('reports a wallet that does not match its transfers', async () => {
  const alice = await addPlayer(test.database, 'alice', 100);
  await queryAsOwner(test.database, 'UPDATE wallet SET coins = coins + 1 WHERE player_id = $1', [alice]);
  const findings = await audit(test.database);
  expect(findings.filter(({ broken }) => broken.length > 0).map(({ line }) => line)).toEqual(['I2']);
  await queryAsOwner(test.database, 'UPDATE wallet SET coins = coins - 1 WHERE player_id = $1', [alice]);
});

it('shows a player after a stake as the view does, after a spin and with referrals', async () => {
  const alice = await addPlayer(test.database, 'alice', 5);
  const bob = await addPlayer(test.database, 'bob', 100);
  await queryAsOwner(test.database, 'UPDATE player SET referred_by = $1 WHERE id = $2', [alice, bob]);
  await queryAsOwner(test.database, 'UPDATE player SET referral_count = 1 WHERE id = $1', [alice]);
  await queryAsOwner(
    test.database,
    'UPDATE wallet SET spun_on = (SELECT day FROM today) WHERE player_id = $1',
    [alice],
  );
  const round = await openTestRound(test.database, 200);
  const text = `WITH bet AS (
      INSERT INTO aviator_bet (round_id, player_id, amount, from_winnings)
      SELECT $1, player_id, 5, 0 FROM unnest($2::bigint[]) AS player_id RETURNING *
    )
    SELECT d.* FROM (SELECT array_agg(id) AS ids, array_agg(player_id) AS players, array_agg(amount) AS amounts,
        array_agg(from_winnings) AS from_winnings FROM bet) b,
      ledger.debit_stakes('aviator', b.ids, b.players, b.amounts, b.from_winnings) d ORDER BY player_id`;
  const shown = await test.rows<{ referrals: object[] | null }>(text, round, [alice, bob]);
  const view = await test.rows<{ referrals: object[] | null }>(
    'SELECT * FROM player_view WHERE player_id = ANY ($1) ORDER BY player_id',
    [alice, bob],
  );
  const withoutReferrals = (rows: object[]) => rows.map((row) => ({ ...row, referrals: undefined }));
  expect(withoutReferrals(shown)).toEqual(withoutReferrals(view));
  expect(shown).toMatchObject([
    { username: 'alice', coins: 0n, todays_bids: 5n, is_spinned: true },
    { username: 'bob', coins: 95n, todays_bids: 5n, is_spinned: false, referrals: null },
  ]);
  // The statement reads a referred player as they were before it.
  expect(shown[0]?.referrals).toMatchObject([
    { id: String(bob), referred: { username: 'bob', coins: 100, todaysBids: 0 } },
  ]);
  // No spin belongs to the mark.
  await queryAsOwner(test.database, 'UPDATE wallet SET spun_on = NULL');
});

it('lets the planner expect one site day, also of a table that was never analyzed', async () => {
  const [row] = await test.rows<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    'EXPLAIN (FORMAT JSON) SELECT day FROM today',
  );
  expect(row?.['QUERY PLAN'][0]?.Plan['Plan Rows']).toBe(1);
});
