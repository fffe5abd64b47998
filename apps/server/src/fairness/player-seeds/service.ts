/**
 * Each player's server seeds: the one in use, and the next one, whose hash is published before the client seed that
 * will go with it is chosen. Games take their nonces here, in their own transaction, so that a game that is not
 * written leaves no gap:
 *
 *   const seeds = await book.lockSeeds(query, playerIds);       // 1. locks wallets, then seeds
 *   const { seedId, nonce, serverSeed, clientSeed } = seeds.get(playerId);
 *   WITH spin AS (INSERT ... RETURNING seed_id, nonce, ...), advanced AS (UPDATE player_seed ...) ...   // 2.
 *
 * Step 2 is the statement that writes the game; if it writes none, the nonce remains unused. The locks are acquired
 * in the order of player ids, which prevents deadlocks, and last until the transaction ends. `serverSeed` is secret:
 * it is passed to packages/fairness only, and never logged.
 */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { RotateSeedsAnswer, SeedPlace, Seeds } from '@fairground/contract/seeds';
import { commitmentOf } from '@fairground/fairness/chain';
import { merklePath } from '@fairground/fairness/merkle';
import type { RowOf } from '@fairground/sql';
import { lockOpenPlayer } from '../../ledger/players.ts';
import type { AttemptLimiter, AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Entropy } from '../../platform/entropy.ts';
import type { Seal, SealedRows } from '../../platform/secrets/seal.ts';
import { lockWallets } from '../../ledger/locks.ts';
import { insertPairs, revealSeeds, type NewPair, type NewSeed } from './queries.ts';
import * as sql from './sql/seeds.sql.ts';

type Query = Database['query'];

export interface LockedSeed {
  seedId: bigint;
  /** Secret until rotation. */
  serverSeed: Buffer;
  commitment: Buffer;
  clientSeed: string;
  /** The next unused nonce. The statement that writes the game increments `next_nonce`. */
  nonce: number;
}

export interface SeedBook {
  /** Locks the current seed of each player. Creates the first pair of players who have none. */
  lockSeeds(query: Query, playerIds: readonly bigint[]): Promise<Map<bigint, LockedSeed>>;
  /** The secret seed of a row of `player_seed`. */
  openSeed(row: { player_id: bigint; commitment: Buffer; sealed: Buffer }): Buffer;
}

export interface SeedsService extends SeedBook {
  findSeeds(playerId: bigint): Promise<Seeds>;
  /** Where a seed of the player stands in the public log; undefined until its day is there. */
  findPlace(playerId: bigint, commitment: string): Promise<Result<SeedPlace> | undefined>;
  /** Refused once a game was drawn from the pair. */
  chooseClientSeed(playerId: bigint, clientSeed: string): Promise<Result<Seeds>>;
  rotate(playerId: bigint, clientSeed: string): Promise<Result<RotateSeedsAnswer>>;
}

export interface SeedBookDeps {
  entropy: Entropy;
  seal: Seal;
}

export interface SeedsServiceDeps extends SeedBookDeps {
  database: Database;
  /** Whether the player has a game in play that draws from their seed; queried while the seed is locked. */
  isGameOpen: (query: Query, playerId: bigint) => Promise<boolean>;
}

/** Every rotation adds a row that is never deleted. */
const rotations: AttemptRule = { name: 'rotate-seeds', max: 30, windowMs: 60 * 60_000 };

/** Each takes the hashes of all seeds of a day. */
const places: AttemptRule = { name: 'seed-places', max: 30, windowMs: 60 * 60_000 };

const contextOf = (playerId: bigint, commitment: Buffer): string =>
  `player-seed|${playerId}|${commitment.toString('hex')}`;

/** Sealed rows; their `context` is `contextOf` in SQL. */
export const seedSealedRows: SealedRows = {
  table: 'player_seed',
  context: `'player-seed|' || player_id || '|' || encode(commitment, 'hex')`,
};

export const createSeedBook = ({ entropy, seal }: SeedBookDeps): SeedBook => {
  const createPair = (playerId: bigint): NewPair => ({
    current: {
      ...createSeed({ entropy, seal }, playerId),
      clientSeed: entropy.randomBytes(12).toString('base64url'),
    },
    next: createSeed({ entropy, seal }, playerId),
  });
  const openSeed: SeedBook['openSeed'] = (row) =>
    seal.open(row.sealed, contextOf(row.player_id, row.commitment));

  return {
    openSeed,
    async lockSeeds(query, playerIds) {
      await lockWallets(query, playerIds);
      const locked = new Map<bigint, LockedSeed>();
      const lock = async (lockedPlayerIds: readonly bigint[]) => {
        for (const row of await sql.lockCurrent.run(query, { playerIds: lockedPlayerIds })) {
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
        await insertPairs(query, missing.map(createPair));
        await lock(missing);
      }
      return locked;
    },
  };
};

export const createSeedsService = (deps: SeedsServiceDeps): SeedsService => {
  const { database, isGameOpen } = deps;
  const book = createSeedBook(deps);

  const requirePair = async (query: Query, playerId: bigint): Promise<RowOf<typeof sql.findPair>> => {
    const row = await sql.findPair.first(query, { playerId });
    if (!row) throw new Error(`player ${playerId} has no seed pair`);
    return row;
  };

  return {
    ...book,
    async findSeeds(playerId) {
      const found = await sql.findPair.first(database.query, { playerId });
      if (found) return toWireSeeds(found);
      return database.transaction(async (query) => {
        await book.lockSeeds(query, [playerId]);
        return toWireSeeds(await requirePair(query, playerId));
      });
    },
    async findPlace(playerId, commitment) {
      const { query } = database;
      const leaf = Buffer.from(commitment, 'hex');
      const found = await sql.findDay.first(query, { playerId, commitment: leaf });
      if (!found) return undefined;
      const { day, seed_id: seedId, index, count } = found;
      const leaves = (await sql.readDay.run(query, { seedId, index, count })).map((row) => row.commitment);
      const path = merklePath(leaves, Number(index)) ?? [];
      return accept({ commitment, day, index: Number(index), path });
    },
    chooseClientSeed: (playerId, clientSeed) =>
      database.transaction(async (query) => {
        if (!(await lockOpenPlayer(query, playerId))) return refuse('not_signed_in');
        const seed = (await book.lockSeeds(query, [playerId])).get(playerId);
        if (!seed) throw new Error(`player ${playerId} has no current seed`);
        if (seed.nonce > 0) return refuse('seed_in_use');
        await sql.chooseClientSeed.run(query, { seedId: seed.seedId, clientSeed });
        return accept(toWireSeeds(await requirePair(query, playerId)));
      }),
    rotate: (playerId, clientSeed) =>
      database.transaction(async (query) => {
        if (!(await lockOpenPlayer(query, playerId))) return refuse('not_signed_in');
        const previous = (await book.lockSeeds(query, [playerId])).get(playerId);
        if (!previous) throw new Error(`player ${playerId} has no current seed`);
        // No game can begin while the seed is locked, so the answer remains true.
        if (await isGameOpen(query, playerId)) return refuse('game_open');
        const next = await sql.lockNext.first(query, { playerId });
        if (!next) throw new Error(`player ${playerId} has no announced seed`);
        await sql.revealSeed.run(query, { seedId: previous.seedId, seed: previous.serverSeed });
        await sql.activateNext.run(query, { seedId: next.id, clientSeed });
        await sql.insertNext.run(query, createSeed(deps, playerId));
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
 * Reveals every seed that is still sealed, including those announced as next; players get a new pair with their next
 * game. Used when fairness is reset, after games in play have ended. Returns how many seeds were revealed.
 */
export const revealAllSeeds = async (query: Query, deps: SeedBookDeps): Promise<number> => {
  const book = createSeedBook(deps);
  let count = 0;
  for (let after = 0n; ;) {
    const rows = await sql.readSealed.run(query, { after, maxSeeds: seedsPerStatement });
    const last = rows.at(-1);
    if (!last) return count;
    await revealSeeds(
      query,
      rows.map((row) => ({
        id: row.id,
        seed: book.openSeed(row),
        // A next seed has no client seed yet, but a revealed row must have one.
        clientSeed: deps.entropy.randomBytes(12).toString('base64url'),
      })),
    );
    count += rows.length;
    after = last.id;
  }
};

/** The service with the rate limits that apply to players. */
export const limitSeeds = (service: SeedsService, limiter: AttemptLimiter): SeedsService => ({
  ...service,
  async findPlace(playerId, commitment) {
    const attempt = await limiter.take([[places, String(playerId)]]);
    return attempt.ok ? service.findPlace(playerId, commitment) : attempt;
  },
  async rotate(playerId, clientSeed) {
    const attempt = await limiter.take([[rotations, String(playerId)]]);
    if (!attempt.ok) return attempt;
    return service.rotate(playerId, clientSeed);
  },
});

const createSeed = ({ entropy, seal }: SeedBookDeps, playerId: bigint): NewSeed => {
  const seed = entropy.randomBytes(32);
  const commitment = Buffer.from(commitmentOf(seed));
  return { playerId, sealed: seal.close(seed, contextOf(playerId, commitment)), commitment };
};

const toWireSeeds = (row: RowOf<typeof sql.findPair>): Seeds => ({
  commitment: row.commitment.toString('hex'),
  clientSeed: row.client_seed,
  clientSeedSource: row.client_seed_source,
  nonce: row.next_nonce,
  nextCommitment: row.next_commitment.toString('hex'),
});
