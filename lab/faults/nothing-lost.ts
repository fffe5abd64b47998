/** Compares what players were acknowledged with what the database has, and with itself. */
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ClusterPlayers, PlacedBet } from './cluster-players.ts';
import type { Cluster } from './cluster.ts';

type Judged = Pick<Cluster, 'dataDir' | 'audit' | 'asOwner'>;

/** What players were acknowledged is in the database, and one order explains what they saw. */
export const expectNothingLost = async (
  cluster: Judged,
  players: Pick<ClusterPlayers, 'history' | 'cashOuts' | 'writeAcknowledgements'>,
): Promise<void> => {
  const cashOuts = [...players.cashOuts];
  const file = join(cluster.dataDir, 'acknowledgements.jsonl');
  await players.writeAcknowledgements(file);
  const { output } = await cluster.audit(file);
  expect(output).toContain('The audit is clean.');
  const paid = await cluster.asOwner<{ id: string; amount_won: string }>(
    `SELECT id::text, amount_won::text FROM aviator_bet WHERE id = ANY ($1::bigint[]) AND outcome = 'win'`,
    cashOuts.map(({ bet }) => bet),
  );
  const amounts = new Map(paid.map((row) => [row.id, Number(row.amount_won)]));
  expect(cashOuts.filter(({ bet, amountWonCoins }) => amounts.get(bet) !== amountWonCoins)).toEqual([]);
  await players.history.expectSound();
};

/** Each bet in the database was acknowledged once. For the end, when no call waits for its answer. */
export const expectNothingElse = async (
  cluster: Judged,
  players: Pick<ClusterPlayers, 'bets' | 'calls'>,
): Promise<void> => {
  const rows = await cluster.asOwner<PlacedBet>(
    `SELECT 'aviator' AS game, id::text AS bet FROM aviator_bet
     UNION ALL SELECT 'doubleTrouble', id::text FROM double_trouble_bet`,
  );
  const acknowledged = new Set(players.bets.map(nameOf));
  expect(acknowledged.size).toBe(players.bets.length);
  const others = rows.filter((row) => !acknowledged.has(nameOf(row)));
  expect(others, describeRefusedRepeats(players)).toEqual([]);
  expect(rows.length).toBe(players.bets.length);
};

const nameOf = ({ game, bet }: PlacedBet): string => `${game} ${bet}`;

/**
 * What became of calls that were repeated and then refused: where one of their bets exists, a player was misinformed.
 */
const describeRefusedRepeats = (players: Pick<ClusterPlayers, 'calls'>): string => {
  const byKey = Map.groupBy(players.calls, ({ key }) => key);
  byKey.delete(undefined);
  return [...byKey.values()]
    .filter((calls) => calls.length > 1 && (calls.at(-1)?.status ?? 0) >= 400)
    .map((calls) => calls.map(({ path, status, code = '' }) => `${path} ${status} ${code}`).join(', '))
    .join('\n');
};
