/** The SQL of player seeds. */
import type { Database } from '../../platform/database.ts';

type Query = Database['query'];

export interface SeedRow {
  id: bigint;
  player_id: bigint;
  sealed: Buffer;
  commitment: Buffer;
  client_seed: string;
  client_seed_source: 'server' | 'player';
  next_nonce: number;
}

export interface NextSeedRow {
  id: bigint;
  sealed: Buffer;
  commitment: Buffer;
}

export interface FreshSeed {
  playerId: bigint;
  sealed: Buffer;
  commitment: Buffer;
}

export interface FreshPair {
  current: FreshSeed & { clientSeed: string };
  next: FreshSeed;
}

const currentColumns = 'id, player_id, sealed, commitment, client_seed, client_seed_source, next_nonce';

/**
 * Locks the wallets of these players, in the order of their ids. A wallet is the one row of a player that
 * rotation never replaces: whoever holds it sees with his next statement which seed is current.
 */
export const lockWallets = async (query: Query, playerIds: readonly bigint[]): Promise<void> => {
  await query({
    name: 'seeds-lock-wallets',
    text: `SELECT FROM wallet WHERE player_id = ANY ($1::bigint[]) ORDER BY player_id FOR NO KEY UPDATE`,
    values: [playerIds],
  });
};

/** Locks the current seeds of these players, in the order of their ids, and reads them as they stand then. */
export const lockCurrent = (query: Query, playerIds: readonly bigint[]): Promise<SeedRow[]> =>
  query<SeedRow>({
    name: 'seeds-lock-current',
    text: `SELECT ${currentColumns} FROM player_seed
      WHERE player_id = ANY ($1::bigint[]) AND state = 'current' ORDER BY player_id FOR NO KEY UPDATE`,
    values: [playerIds],
  });

/** Writes first pairs. Whoever has one already keeps it; a pair being written elsewhere is waited for. */
export const insertPairs = async (query: Query, pairs: readonly FreshPair[]): Promise<void> => {
  await query({
    name: 'seeds-insert-pairs',
    text: `INSERT INTO player_seed (player_id, state, sealed, commitment, client_seed, client_seed_source, activated_at)
      SELECT player_id, state, sealed, commitment, client_seed,
        CASE WHEN client_seed IS NOT NULL THEN 'server' END,
        CASE WHEN client_seed IS NOT NULL THEN clock_timestamp() END
      FROM unnest($1::bigint[], $2::seed_state[], $3::bytea[], $4::bytea[], $5::text[])
        AS t (player_id, state, sealed, commitment, client_seed)
      ORDER BY player_id, state DESC
      ON CONFLICT DO NOTHING`,
    values: [
      pairs.flatMap(({ current, next }) => [current.playerId, next.playerId]),
      pairs.flatMap(() => ['current', 'next']),
      pairs.flatMap(({ current, next }) => [current.sealed, next.sealed]),
      pairs.flatMap(({ current, next }) => [current.commitment, next.commitment]),
      pairs.flatMap(({ current }) => [current.clientSeed, null]),
    ],
  });
};

export type PairRow = SeedRow & { next_commitment: Buffer };

export const findPair = async (query: Query, playerId: bigint): Promise<PairRow | undefined> => {
  const [row] = await query<PairRow>({
    name: 'seeds-find-pair',
    text: `SELECT c.*, n.commitment AS next_commitment FROM player_seed c
      JOIN player_seed n ON n.player_id = c.player_id AND n.state = 'next'
      WHERE c.player_id = $1 AND c.state = 'current'`,
    values: [playerId],
  });
  return row;
};

export const lockNext = async (query: Query, playerId: bigint): Promise<NextSeedRow> => {
  const [row] = await query<NextSeedRow>({
    name: 'seeds-lock-next',
    text: `SELECT id, sealed, commitment FROM player_seed
      WHERE player_id = $1 AND state = 'next' FOR NO KEY UPDATE`,
    values: [playerId],
  });
  if (!row) throw new Error(`player ${playerId} has no announced seed`);
  return row;
};

export const revealSeed = async (query: Query, seedId: bigint, seed: Buffer): Promise<void> => {
  await query({
    name: 'seeds-reveal',
    text: `UPDATE player_seed SET state = 'revealed', seed = $2, revealed_at = clock_timestamp()
      WHERE id = $1 AND state = 'current'`,
    values: [seedId, seed],
  });
};

/** Seeds that are not revealed, in the order of their ids. */
export const readSealed = (
  query: Query,
  after: bigint,
  limit: number,
): Promise<Pick<SeedRow, 'id' | 'player_id' | 'sealed' | 'commitment'>[]> =>
  query({
    text: `SELECT id, player_id, sealed, commitment FROM player_seed
      WHERE state <> 'revealed' AND id > $1 ORDER BY id LIMIT $2`,
    values: [after, limit],
  });

export const revealSeeds = async (
  query: Query,
  revealed: readonly { id: bigint; seed: Buffer; clientSeed: string }[],
): Promise<void> => {
  await query({
    text: `UPDATE player_seed s SET state = 'revealed', seed = r.seed, revealed_at = clock_timestamp(),
        client_seed = coalesce(s.client_seed, r.client_seed),
        client_seed_source = coalesce(s.client_seed_source, 'server')
      FROM unnest($1::bigint[], $2::bytea[], $3::text[]) AS r (id, seed, client_seed)
      WHERE s.id = r.id AND s.state <> 'revealed'`,
    values: [
      revealed.map(({ id }) => id),
      revealed.map(({ seed }) => seed),
      revealed.map(({ clientSeed }) => clientSeed),
    ],
  });
};

export const activateNext = async (query: Query, seedId: bigint, clientSeed: string): Promise<void> => {
  await query({
    name: 'seeds-activate',
    text: `UPDATE player_seed SET state = 'current', client_seed = $2, client_seed_source = 'player',
        activated_at = clock_timestamp()
      WHERE id = $1 AND state = 'next'`,
    values: [seedId, clientSeed],
  });
};

export const insertNext = async (query: Query, seed: FreshSeed): Promise<void> => {
  await query({
    name: 'seeds-insert-next',
    text: `INSERT INTO player_seed (player_id, state, sealed, commitment) VALUES ($1, 'next', $2, $3)`,
    values: [seed.playerId, seed.sealed, seed.commitment],
  });
};

/**
 * A common table expression for the statement that writes games or spins: moves the nonce on by one for
 * each row of the CTE `used`, which must have the columns `seed_id` and `nonce`.
 */
export const advanceNonces = (used: string): string => `
  advanced AS (
    UPDATE player_seed s SET next_nonce = s.next_nonce + 1
    FROM ${used} u WHERE s.id = u.seed_id AND s.next_nonce = u.nonce
    RETURNING s.id
  )`;
