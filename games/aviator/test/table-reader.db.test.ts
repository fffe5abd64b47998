/** What the live table reads of a round's bets, on real PostgreSQL. */
import { databaseForAll } from '@fairground/server/test/for-tests';
import { addPlayer } from '@fairground/server/test/harness';
import { queryAsOwner } from '@fairground/server/test/query-as-owner';
import { beforeEach, expect, it } from 'vitest';
import { outcomeOf } from '../../../apps/server/test/outcomes.ts';
import { readMembersBets, readTable } from '../server/sql/table.sql.ts';
import { tableEvent } from '../server/table-event.ts';
import { createTableReader } from '../server/table-reader.ts';
import {
  crashTestRound,
  createTestService,
  flyTestRound,
  openTestRound,
  pressOf,
  stakeOf,
  type TestService,
} from './table.ts';

interface PlanNode {
  'Node Type'?: string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

const test = databaseForAll();

let service: TestService;
let round: bigint;
let names = 0;

beforeEach(async () => {
  service = createTestService(test.database);
  round = await openTestRound(test.database, 500);
});

const addPlayers = async (count: number): Promise<bigint[]> => {
  const players: bigint[] = [];
  while (players.length < count) players.push(await addPlayer(test.database, `seen_${(names += 1)}`, 10_000));
  return players;
};

const createReader = () =>
  createTableReader({
    readBets: (bets) => readTable.first(test.database.query, bets),
    shownRound: () => ({ roundId: String(round), lastCrashId: undefined }),
    countdownMs: 10_000,
  });

const place = async (playerId: bigint, stakeCoins: number, slot: 1 | 2 = 1): Promise<void> =>
  expect(
    outcomeOf(await service.placeBet(stakeOf(playerId, { stakeCoins, slot, autoHundredths: 444 }))),
  ).toBe('done');

it('counts players once, sums the stakes, and lists the largest bets, the older first among equals', async () => {
  const players = await addPlayers(3);
  const [one, two, three] = players as [bigint, bigint, bigint];
  await place(one, 100);
  await place(two, 300);
  await place(three, 100);
  await place(one, 200, 2);
  const reading = await createReader()();
  expect(reading).toMatchObject({ roundId: String(round), players: 3, staked: 700, cashedOut: 0, marks: [] });
  expect(reading?.bets.map(({ playerId, amount }) => [playerId, amount])).toEqual([
    [String(two), 300],
    [String(one), 200],
    [String(one), 100],
    [String(three), 100],
  ]);
  expect(reading?.bets[0]?.name).toMatch(/^seen_/);
  expect(JSON.stringify(reading)).not.toContain('444');
});

it('has a cash-out once it is paid, by hand and automatic, and never a loss', async () => {
  const [one, two, three] = (await addPlayers(3)) as [bigint, bigint, bigint];
  for (const player of [one, two, three]) await place(player, 100);
  const read = createReader();
  expect(await read()).toMatchObject({ cashedOut: 0, newMarks: [] });
  await flyTestRound(test.database, round, 5_000);
  expect(outcomeOf(await service.cashOut(pressOf(one, round, 120)))).toBe('done');
  const first = await read();
  expect(first).toMatchObject({ cashedOut: 1, marks: [[120, 1]], newMarks: [[120, 1]] });
  expect(first?.bets.map(({ hundredths }) => hundredths)).toEqual([120, undefined, undefined]);
  expect(outcomeOf(await service.cashOut(pressOf(two, round, 120)))).toBe('done');
  expect(await read()).toMatchObject({ cashedOut: 2, marks: [[120, 2]], newMarks: [[120, 1]] });
  await crashTestRound(test.database, round);
  await queryAsOwner(
    test.database,
    `UPDATE aviator_bet SET outcome = 'loss', settled_at = clock_timestamp() WHERE round_id = $1 AND player_id = $2`,
    [round, three],
  );
  expect(await read()).toMatchObject({ players: 3, cashedOut: 2, newMarks: [] });
});

it('is empty where nobody plays, and is a message that every process accepts', async () => {
  const empty = await createReader()();
  expect(empty).toEqual({
    roundId: String(round),
    players: 0,
    staked: 0,
    cashedOut: 0,
    bets: [],
    marks: [],
    newMarks: [],
  });
  const [one] = (await addPlayers(1)) as [bigint];
  await place(one, 100);
  const reading = await createReader()();
  expect(reading && tableEvent.parse(tableEvent.format(reading))).toMatchObject({ ok: true, event: reading });
});

it('reads no more bets than those of the round, by the index that keeps a player to one bet a slot', async () => {
  await queryAsOwner(
    test.database,
    `INSERT INTO aviator_bet (round_id, player_id, amount, from_winnings)
      SELECT 1000000 + n % 500, n, 1, 0 FROM generate_series(1, 20000) n`,
  );
  await queryAsOwner(test.database, 'ANALYZE aviator_bet');
  const [row] = await queryAsOwner<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    test.database,
    `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${readTable.text}`,
  );
  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  const nodes = nodesOf(row?.['QUERY PLAN'][0].Plan ?? {});
  const reads = nodes.filter((node) => node['Relation Name'] === 'aviator_bet');
  expect(reads).toMatchObject([{ 'Node Type': 'Bitmap Heap Scan' }]);
  expect(nodesOf(reads[0] ?? {})).toContainEqual(
    expect.objectContaining({
      'Index Name': 'aviator_bet_one_per_slot',
      'Index Cond': expect.stringContaining('round_id = '),
    }),
  );
});

it('compares members of clubs with the bets by a hash, whatever their number', async () => {
  const plan = await queryAsOwner(test.database, `EXPLAIN (GENERIC_PLAN) ${readMembersBets.text}`);
  expect(JSON.stringify(plan)).toContain('hashed SubPlan');
});
