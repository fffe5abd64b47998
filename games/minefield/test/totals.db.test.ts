/** What of Minefield's games is in the dump of a day. */
import { expect, it } from 'vitest';
import { databaseForAll } from '@fairground/server/test/for-tests';
import { sumEnded } from '@fairground/server/fairness/dumps/sql/dumps.sql';
import { corrupt } from '@fairground/server/test/query-as-owner';

const test = databaseForAll();

it('has the games that ended in a span of time, without void ones and those in play', async () => {
  await corrupt(
    test.database,
    `INSERT INTO minefield_game (player_id, seed_id, nonce, amount, from_winnings, difficulty, tiles, mines,
      increment_hundredths, state, gem_tiles, gem_calls, amount_won, created_at, updated_at)
    SELECT n, 1, n, 100 * n, 0, 'Easy', 25, 3, 10, g.state::minefield_state,
      CASE WHEN g.state = 'CashedOut' THEN '{0}'::smallint[] ELSE '{}' END,
      CASE WHEN g.state = 'CashedOut' THEN '{NULL}'::bigint[] ELSE '{}' END,
      CASE WHEN g.state = 'CashedOut' THEN 110 * n ELSE 0 END, '2025-01-01T12:00:00Z', g.ended_at::timestamptz
    FROM unnest(
      '{CashedOut,CashedOut,Lost,Void,Playing,CashedOut}'::text[],
      '{2025-01-02T23:59:59.999999Z,2025-01-03T00:00:00Z,2025-01-03T23:59:59.999999Z,2025-01-03T12:00:00Z,
        2025-01-03T12:00:00Z,2025-01-04T00:00:00Z}'::text[]
    ) WITH ORDINALITY AS g (state, ended_at, n)`,
  );
  const day = { from: new Date('2025-01-03T00:00:00Z'), until: new Date('2025-01-04T00:00:00Z') };
  const sums = await sumEnded.first(test.database.query, { game: 'minefield', ...day });
  expect(sums).toEqual({ bets: 2n, staked: 500n, paid: 220n });
  const plan = await test.database.transaction(async (query) => {
    await query({ text: 'SET LOCAL enable_seqscan = off', values: [] });
    return query({ text: `EXPLAIN ${sumEnded.text}`, values: ['minefield', day.from, day.until] });
  });
  expect(JSON.stringify(plan)).toContain('minefield_game_time');
});
