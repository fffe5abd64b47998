/** A player's own place, counted through indexes, against the whole board put in order. */
import { boardWindows } from '@fairground/contract/leaderboard';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRank } from '../../src/modules/leaderboard/queries.ts';
import { addPlayer, createTestDatabase, type TestDatabase } from '../harness.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await fill();
});
afterAll(() => test.close());

interface Standing {
  id: bigint;
  won: bigint;
  bids: bigint;
}

/** Few different amounts, so that every way of breaking a tie is met. */
const fill = async (): Promise<void> => {
  const run = (text: string) => test.database.query({ text, values: [] });
  for (let index = 0; index < 60; index++) await addPlayer(test.database, `ranked_${index}`, 1000);
  await run(`UPDATE wallet SET total_won = 100 * (player_id % 4),
    staked_today = 10 * (player_id % 3), staked_on = CASE WHEN player_id % 5 < 3 THEN current_date ELSE '2000-01-01' END`);
  await run(`INSERT INTO standing (span, since, player_id, won)
    SELECT span, since, player_id, 50 * (player_id % 3) FROM wallet
    CROSS JOIN (VALUES ('d'::"char", current_date), ('w'::"char", date_trunc('week', current_date)::date)) AS s (span, since)
    WHERE player_id % 3 > 0 AND player_id % 7 < 4`);
  // As closing leaves an account.
  await run(`UPDATE player SET closed_at = clock_timestamp() WHERE id % 11 = 0`);
  await run(
    `UPDATE wallet SET total_won = 0, staked_today = 0, staked_on = '2000-01-01' WHERE player_id % 11 = 0`,
  );
  await run(`DELETE FROM standing WHERE player_id % 11 = 0`);
};

const readAll = async (window: (typeof boardWindows)[number]): Promise<Standing[]> =>
  test.database.query<Standing>({
    text: `SELECT p.id, (CASE WHEN $1 = 'all' THEN w.total_won ELSE coalesce(s.won, 0) END)::bigint AS won,
        (CASE WHEN w.staked_on = current_date THEN w.staked_today ELSE 0 END)::bigint AS bids
      FROM player p JOIN wallet w ON w.player_id = p.id
      LEFT JOIN standing s ON s.player_id = p.id AND s.span = (CASE WHEN $1 = 'today' THEN 'd' ELSE 'w' END)::"char"
      WHERE p.closed_at IS NULL`,
    values: [window],
  });

it.each(boardWindows)('%s: every player stands where the whole board puts him', async (window) => {
  const board = await readAll(window);
  board.sort((a, b) => Number(b.won - a.won) || Number(b.bids - a.bids) || Number(a.id - b.id));
  expect(board.length).toBeGreaterThan(50);
  for (const [index, player] of board.entries()) {
    const rank = await readRank(test.database.query, { playerId: player.id, window, siteTimeZone: 'UTC' });
    expect({ ...rank, id: player.id }).toEqual({
      id: player.id,
      rank: BigInt(index + 1),
      won: player.won,
      todays_bids: player.bids,
    });
  }
});
