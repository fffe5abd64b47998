/** How the statement of cash-outs is planned where statistics say that rounds have few bets, as most of them do. */
import { beforeAll, expect, it } from 'vitest';
import { databaseForAll } from '@fairground/server/test/for-tests';
import { queryAsOwner } from '@fairground/server/test/query-as-owner';
import { readPressedBets } from '../server/sql/bets.sql.ts';

interface PlanNode {
  'Node Type'?: string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

const test = databaseForAll();
beforeAll(async () => {
  const run = (text: string) => queryAsOwner(test.database, text);
  await run(`INSERT INTO player (username, email, password_hash, reference_id, adult_confirmed_at)
    SELECT 'player_' || n, n || '@example.org', 'none', 'player_' || n, clock_timestamp()
    FROM generate_series(1, 12) n`);
  await run(`INSERT INTO fairness_chain (game, links, terminal_hash, salt, salt_source)
    VALUES ('aviator', 200, sha256('end'::bytea), sha256('salt'::bytea), 'install')`);
  await run(`INSERT INTO aviator_round (step, chain_id, link, state, commitment, seed, rtp_bp, crash_hundredths,
      opened_at, closes_at, bets_root, bet_count, entropy, sealed_at, starts_at, crash_at, finished_at, epoch)
    SELECT 3 * n, c.id, n, 'finished', sha256('one'::bytea), sha256('one'::bytea), 9700, 200, now(), now(),
      sha256('bets'::bytea), 12, 'install', now(), now(), now(), now(), 1
    FROM fairness_chain c, generate_series(1, 200) n`);
  await run(`INSERT INTO aviator_bet (round_id, player_id, amount, from_winnings, outcome)
    SELECT r.id, p.id, 10, 0, 'loss' FROM aviator_round r, player p`);
  await run('ANALYZE aviator_bet, aviator_round');
});

/** The conditions by which the statement reads bets. */
const conditionsOf = async (text: string): Promise<(string | undefined)[]> => {
  const [row] = await queryAsOwner<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    test.database,
    `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
  );
  const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return nodes(row?.['QUERY PLAN'][0].Plan ?? {})
    .filter((node) => node['Relation Name'] === 'aviator_bet' && node['Node Type'] !== 'ModifyTable')
    .map((node) => node['Index Cond']);
};

it('looks the bets of a player up by round and player, and never reads a whole round', async () => {
  expect(await conditionsOf(readPressedBets.text)).toEqual([
    expect.stringMatching(/round_id = .*player_id = /),
  ]);
});
