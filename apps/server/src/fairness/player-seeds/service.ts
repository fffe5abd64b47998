/**
 * Each player's server seeds: the one in use, and the next one, announced by its hash before the client
 * seed that will go with it is chosen. Games take their nonces here, in their own
 * transaction, so that a game that does not come about leaves no gap:
 *
 *   const seeds = await book.lockSeeds(query, playerIds);       // 1. locks wallets, then seeds
 *   const { seedId, nonce, serverSeed, clientSeed } = seeds.get(playerId);
 *   WITH spin AS (INSERT ... RETURNING seed_id, nonce, ...), advanced AS (UPDATE player_seed ...) ...   // 2.
 *
 * Step 2 is the statement that writes the game; where it writes none, the nonce stays for the next one.
 * The locks last until the transaction ends, and are taken in the order of player ids, so nobody waits in a
 * circle. `serverSeed` is secret: it goes into packages/fairness and nowhere else, never into logs.
 */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { RotateSeedsAnswer, Seeds } from '@fairground/contract/seeds';
import { commitmentOf } from '@fairground/fairness/chain';
import { lockOpenPlayer } from '../../ledger/players.ts';
import type { AttemptLimiter, AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Entropy } from '../../platform/entropy.ts';
import type { Seal, SealedRows } from '../../platform/seal.ts';
import * as queries from './queries.ts';

type Query = Database['query'];

export interface LockedSeed {
  seedId: bigint;
  /** Secret until rotation. */
  serverSeed: Buffer;
  commitment: Buffer;
  clientSeed: string;
  /** The next unused one. It is used once the statement that writes the game has moved `next_nonce` on. */
  nonce: number;
}

export interface SeedBook {
  /** Locks the current seed of each player, making a first pair for whoever has none. */
  lockSeeds(query: Query, playerIds: readonly bigint[]): Promise<Map<bigint, LockedSeed>>;
  /** The secret seed of a row of `player_seed`. */
  openSeed(row: { player_id: bigint; commitment: Buffer; sealed: Buffer }): Buffer;
}

export interface SeedsService extends SeedBook {
  findSeeds(playerId: bigint): Promise<Seeds>;
  rotate(playerId: bigint, clientSeed: string): Promise<Result<RotateSeedsAnswer>>;
}

export interface SeedBookDeps {
  entropy: Entropy;
  seal: Seal;
}

export interface SeedsServiceDeps extends SeedBookDeps {
  database: Database;
  /** Whether the player has a game in play that draws from their seed; asked while the seed is locked. */
  isGameOpen: (query: Query, playerId: bigint) => Promise<boolean>;
}

/** Each one leaves a revealed seed behind for good. */
const rotations: AttemptRule = { name: 'rotate-seeds', max: 30, windowMs: 60 * 60_000 };

const contextOf = (playerId: bigint, commitment: Buffer): string =>
  `player-seed|${playerId}|${commitment.toString('hex')}`;

/** The same context in SQL. */
export const seedSealedRows: SealedRows = {
  table: 'player_seed',
  context: `'player-seed|' || player_id || '|' || encode(commitment, 'hex')`,
};

export const createSeedBook = ({ entropy, seal }: SeedBookDeps): SeedBook => {
  const freshPair = (playerId: bigint): queries.FreshPair => ({
    current: {
      ...freshSeed({ entropy, seal }, playerId),
      clientSeed: entropy.randomBytes(12).toString('base64url'),
    },
    next: freshSeed({ entropy, seal }, playerId),
  });
  const openSeed: SeedBook['openSeed'] = (row) =>
    seal.open(row.sealed, contextOf(row.player_id, row.commitment));

  return {
    openSeed,
    async lockSeeds(query, playerIds) {
      await queries.lockWallets(query, playerIds);
      const locked = new Map<bigint, LockedSeed>();
      const lock = async (wanted: readonly bigint[]) => {
        for (const row of await queries.lockCurrent(query, wanted)) {
          locked.set(row.player_id, {
            seedId: row.id,
            serverSeed: openSeed(row),
            commitment: row.commitment,
            clientSeed: row.client_seed,
            nonce: row.next_nonce,
          });
        }
      };
      await lock(playerIds);
      const missing = playerIds.filter((playerId) => !locked.has(playerId));
      if (missing.length > 0) {
        await queries.insertPairs(query, missing.map(freshPair));
        await lock(missing);
      }
      return locked;
    },
  };
};

export const createSeedsService = (deps: SeedsServiceDeps): SeedsService => {
  const { database, isGameOpen } = deps;
  const book = createSeedBook(deps);

  const requirePair = async (query: Query, playerId: bigint): Promise<queries.PairRow> => {
    const row = await queries.findPair(query, playerId);
    if (!row) throw new Error(`player ${playerId} has no seed pair`);
    return row;
  };

  return {
    ...book,
    async findSeeds(playerId) {
      const found = await queries.findPair(database.query, playerId);
      if (found) return toWireSeeds(found);
      return database.transaction(async (query) => {
        await book.lockSeeds(query, [playerId]);
        return toWireSeeds(await requirePair(query, playerId));
      });
    },
    rotate: (playerId, clientSeed) =>
      database.transaction(async (query) => {
        if (!(await lockOpenPlayer(query, playerId))) return refuse('not_signed_in');
        const previous = (await book.lockSeeds(query, [playerId])).get(playerId);
        if (!previous) throw new Error(`player ${playerId} has no current seed`);
        // No game can begin while the seed is locked, so what is seen here stays true.
        if (await isGameOpen(query, playerId)) return refuse('game_open');
        const next = await queries.lockNext(query, playerId);
        await queries.revealSeed(query, previous.seedId, previous.serverSeed);
        await queries.activateNext(query, next.id, clientSeed);
        await queries.insertNext(query, freshSeed(deps, playerId));
        return accept({
          previous: {
            serverSeed: previous.serverSeed.toString('hex'),
            commitment: previous.commitment.toString('hex'),
            clientSeed: previous.clientSeed,
            nonces: previous.nonce,
          },
          current: toWireSeeds(await requirePair(query, playerId)),
        });
      }),
  };
};

const seedsPerStatement = 1_000;

/**
 * Opens every seed that is still sealed, the announced ones too, and gives them up: whoever plays next gets a new
 * pair. For a restart of fairness, after games in play were ended. Returns how many.
 */
export const revealAllSeeds = async (query: Query, deps: SeedBookDeps): Promise<number> => {
  const book = createSeedBook(deps);
  let count = 0;
  for (let after = 0n; ;) {
    const rows = await queries.readSealed(query, after, seedsPerStatement);
    const last = rows.at(-1);
    if (!last) return count;
    await queries.revealSeeds(
      query,
      rows.map((row) => ({
        id: row.id,
        seed: book.openSeed(row),
        // An announced seed has no client seed yet; a row that is opened has one.
        clientSeed: deps.entropy.randomBytes(12).toString('base64url'),
      })),
    );
    count += rows.length;
    after = last.id;
  }
};

/** The service as players reach it. */
export const limitRotations = (service: SeedsService, limiter: AttemptLimiter): SeedsService => ({
  ...service,
  async rotate(playerId, clientSeed) {
    const attempt = await limiter.take([[rotations, String(playerId)]]);
    if (!attempt.ok) return attempt;
    return service.rotate(playerId, clientSeed);
  },
});

const freshSeed = ({ entropy, seal }: SeedBookDeps, playerId: bigint): queries.FreshSeed => {
  const seed = entropy.randomBytes(32);
  const commitment = Buffer.from(commitmentOf(seed));
  return { playerId, sealed: seal.close(seed, contextOf(playerId, commitment)), commitment };
};

const toWireSeeds = (row: queries.PairRow): Seeds => ({
  commitment: row.commitment.toString('hex'),
  clientSeed: row.client_seed,
  clientSeedSource: row.client_seed_source,
  nonce: row.next_nonce,
  nextCommitment: row.next_commitment.toString('hex'),
});
