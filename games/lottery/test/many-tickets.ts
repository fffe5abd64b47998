/**
 * Many players with tickets for the open draw, written directly into the database, because buying them takes minutes.
 */
import { encodePick } from '../server/pick.ts';
import type { Database } from '@fairground/server/platform/database/database';
import { queryAsOwner } from '@fairground/server/test/query-as-owner';

/** The signup transfers and stakes are written too, so that the audit is clean. */
export const addTickets = async (
  database: Pick<Database, 'transaction'>,
  load: { players: number; tickets: number; drawId: bigint },
): Promise<void> => {
  const run = (text: string, values: unknown[]) => queryAsOwner<{ n: bigint }>(database, text, values);
  const coinsEach = 1_000_000_000;
  const [before] = await run('SELECT coalesce(max(id), 0) AS n FROM player', []);
  await run(
    `INSERT INTO player (username, email, password_hash, reference_id, adult_confirmed_at)
      SELECT 'crowd_' || n, 'crowd_' || n || '@example.org', 'none', 'crowd_' || n, clock_timestamp()
      FROM generate_series($2::bigint + 1, $2::bigint + $1::bigint) n`,
    [load.players, before?.n],
  );
  await run('INSERT INTO wallet (player_id, coins) SELECT id, $1 FROM player WHERE id > $2', [
    coinsEach,
    before?.n,
  ]);
  await run(
    `INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
      SELECT 'signup', id, 1, 1000 + 2 * id, $1 FROM player WHERE id > $2`,
    [coinsEach, before?.n],
  );
  for (let from = 0; from < load.tickets; from += chunk) {
    const picks = Array.from({ length: Math.min(chunk, load.tickets - from) }, (_, at) => pickOf(from + at));
    await run(
      `WITH ticket AS (
        INSERT INTO lottery_ticket (draw_id, player_id, pick, bid)
        SELECT $1, $5::bigint + 1 + ($3 + n) % $2::bigint, pick, 10 + 10 * (n % 20)::integer
        FROM unnest($4::bigint[]) WITH ORDINALITY AS picked (pick, n) ORDER BY n
        RETURNING id, player_id, bid
      ), spent AS (
        UPDATE wallet w SET coins = w.coins - t.bid, version = w.version + 1
        FROM (SELECT player_id, sum(bid) AS bid FROM ticket GROUP BY player_id) t WHERE w.player_id = t.player_id
      )
      INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
      SELECT 'lottery_stake_coins', id, 1000 + 2 * player_id, 12, bid FROM ticket`,
      [load.drawId, load.players, from, picks, before?.n],
    );
  }
};

const chunk = 20_000;

/** Six of 49 from a small generator, so that every run has the same tickets. */
const pickOf = (ticket: number): bigint => {
  let state = (ticket * 2_654_435_761 + 12_345) >>> 0;
  const numbers = new Set<number>();
  while (numbers.size < 6) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    numbers.add(1 + Math.floor((state / 2 ** 32) * 49));
  }
  return encodePick([...numbers]);
};
