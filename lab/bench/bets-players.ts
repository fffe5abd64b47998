/** Writes signed-in players with coins directly to the database: registering so many would take minutes. */
import type { Database } from '../../apps/server/src/platform/database/database.ts';

/** Derived from the id, so that the client process needs no list; the site stores its SHA-256. */
export const playerToken = (id: number): string => `bench${String(id).padStart(38, '0')}`;

const coinsPerPlayer = 1_000_000;

/** Adds players with wallets, sign-up transfers and sessions. Returns the first of consecutive ids. */
export const addPlayers = async ({ query }: Database, players: number): Promise<number> => {
  const run = (text: string, ...values: unknown[]) => query<{ first: bigint }>({ text, values });
  await run(
    `INSERT INTO player (username, email, password_hash, reference_id, adult_confirmed_at)
      SELECT 'bench_' || n, 'bench_' || n || '@example.org', 'none', 'bench_' || n, clock_timestamp()
      FROM generate_series(1, $1::integer) n`,
    players,
  );
  await run(`INSERT INTO wallet (player_id, coins) SELECT id, $1 FROM player`, coinsPerPlayer);
  await run(
    `INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
      SELECT 'signup', id, 1, 1000 + 2 * id, $1 FROM player`,
    coinsPerPlayer,
  );
  await run(
    `INSERT INTO session (token_hash, player_id, expires_at)
      SELECT sha256(convert_to('bench' || lpad(id::text, 38, '0'), 'UTF8')), id, clock_timestamp() + interval '1 hour'
      FROM player`,
  );
  const [row] = await run('SELECT min(id) AS first FROM player');
  return Number(row?.first);
};

/**
 * Makes all players ones who have played the game before, and today: the first bet of a player earns a
 * badge and a notice, and the first one of a day a stamp. These are no part of what a bet costs, as
 * nearly all bets are later ones.
 */
export const markAsRegulars = async ({ query }: Database, firstBadge: string): Promise<void> => {
  const run = (text: string, ...values: unknown[]) => query({ text, values });
  await run(
    'INSERT INTO achievement (player_id, id, reached_at) SELECT id, $1, clock_timestamp() FROM player',
    firstBadge,
  );
  await run('INSERT INTO stamp (player_id, day) SELECT p.id, t.day FROM player p CROSS JOIN today t');
  await run('UPDATE wallet SET staked_on = t.day, staked_today = 1 FROM today t');
  await run('VACUUM ANALYZE achievement, stamp, wallet');
};

/**
 * Lets every player bet again, and gives each part of the run the same initial state of tables and WAL. Tables that are
 * emptied are not analysed: no site has statistics that say that nobody bets.
 */
export const resetBets = async ({ query }: Database): Promise<void> => {
  for (const text of [
    'TRUNCATE aviator_bet CASCADE',
    'VACUUM ANALYZE wallet, transfer, player, session',
    'CHECKPOINT',
  ]) {
    await query({ text, values: [] });
  }
};

export const countBets = async ({ query }: Database): Promise<number> => {
  const [row] = await query<{ bets: bigint }>({
    text: 'SELECT count(*) AS bets FROM aviator_bet',
    values: [],
  });
  return Number(row?.bets);
};
