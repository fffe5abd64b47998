/** Writes signed-in players with coins directly to the database: registering so many would take minutes. */
import type { Database } from '../apps/server/src/platform/postgres/database.ts';

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
 * Lets every player bet again, and gives each part of the run the same initial state of tables and WAL. Tables that are
 * emptied are not analysed: no site has statistics that say that nobody bets.
 */
export const resetBets = async ({ query }: Database, table = 'aviator_bet'): Promise<void> => {
  for (const text of [
    `TRUNCATE ${table} CASCADE`,
    'TRUNCATE idempotency',
    'VACUUM ANALYZE wallet, transfer, player, session',
    'CHECKPOINT',
  ]) {
    await query({ text, values: [] });
  }
};

export const countBets = async ({ query }: Database, table = 'aviator_bet'): Promise<number> => {
  const [row] = await query<{ bets: bigint }>({
    text: `SELECT count(*) AS bets FROM ${table}`,
    values: [],
  });
  return Number(row?.bets);
};
