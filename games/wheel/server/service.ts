/**
 * The daily wheel: one spin per player and site day, drawn from the player's seed pair. An amount that a client
 * sends is never read.
 */
import { accept, refuse } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import type { SpinWheelData, WheelAnswer, WheelProof } from '../contract.ts';
import { wheelSegment } from '../draw.ts';
import { wheelCoins, wheelSegments } from '../rules.ts';
import type { PlayerSeeds } from '@fairground/game-kit/server/calls';
import type { Submit } from '@fairground/server/platform/batcher';
import { createCoinCall, type CoinCallDeps } from '@fairground/server/ledger/coin-call';
import type { CoinOperation, Committed, Outcome } from '@fairground/server/ledger/commit-together';
import { toUser, toWireCoins } from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/database/database';
import * as sql from './sql/spins.sql.ts';

export interface WheelService {
  spin: Submit<CoinOperation, Committed<User>>;
  findWheel(playerId: bigint): Promise<WheelAnswer>;
  findProof(spinId: bigint, query?: Database['query']): Promise<WheelProof | undefined>;
}

export interface WheelServiceDeps extends CoinCallDeps {
  seeds: Pick<PlayerSeeds, 'lockSeeds' | 'findSeeds'>;
  /** Counts the outcome of each spin: `ok`, or the code of the refusal. */
  recordBet: (result: string) => void;
}

const wireSegments = wheelSegments.map((value) => ({ text: String(value), value }));

export interface SpinOrder {
  playerId: bigint;
  /** Tests of the calendar name the day; the site reads the database's. */
  siteDay?: string;
}

/** The site day now, on the database's clock. */
export const readSiteDay = async (query: Database['query']): Promise<string> => {
  const row = await sql.readSiteDay.first(query);
  if (!row) throw new Error('the database named no day');
  return row.day;
};

/**
 * Draws and credits within the caller's transaction. Wallets are locked before seeds, as everywhere:
 * docs/architecture.md, Lock order.
 */
export const performSpin = async (
  query: Database['query'],
  seeds: Pick<PlayerSeeds, 'lockSeeds'>,
  { playerId, siteDay: given }: SpinOrder,
): Promise<Outcome<User>> => {
  const seed = (await seeds.lockSeeds(query, [playerId])).get(playerId);
  if (!seed) throw new Error(`player ${playerId} has no current seed`);
  // Read once the seed is locked: a spin that waited past midnight counts for the new day.
  const siteDay = given ?? (await readSiteDay(query));
  const { seedId, nonce, serverSeed, clientSeed } = seed;
  const segment = wheelSegment({ serverSeed, clientSeed, nonce, segments: wheelSegments.length });
  const amount = wheelCoins(segment);
  const spin = { playerId, siteDay, seedId, nonce, segment, amount };
  const row = await sql.insertSpin.first(query, spin);
  if (!row) return refuse('already_spun');
  const body: SpinWheelData = { id: String(row.spin_id), amount, segment };
  return accept({ status: 200, body, event: toUser(row) });
};

export const createWheelService = (deps: WheelServiceDeps): WheelService => {
  const { database, seeds } = deps;
  return {
    spin: createCoinCall<CoinOperation>(deps, {
      operation: 'wheel/spin',
      strategy: 'transaction',
      maxBatch: 1,
      record: deps.recordBet,
      perform: async (query, batch) =>
        deps.isClosed?.() === true
          ? batch.map(() => refuse('game_closed'))
          : Promise.all(batch.map(({ playerId }) => performSpin(query, seeds, { playerId }))),
    }),
    async findWheel(playerId) {
      const today = await sql.readSiteDayAndEnd.first(database.query);
      if (!today) throw new Error('the database named no day');
      const { day: siteDay, ends_at: endsAt } = today;
      const spin = await sql.findSpin.first(database.query, { playerId, siteDay });
      const { commitment } = await seeds.findSeeds(playerId);
      return {
        segments: wireSegments,
        isSpinned: spin !== undefined,
        nextSpinAt: endsAt.toISOString(),
        commitment,
        spin: spin ? { id: String(spin.id), amount: toWireCoins(spin.amount), segment: spin.segment } : null,
      };
    },
    async findProof(spinId, query = database.query) {
      const row = await sql.findProof.first(query, { spinId });
      if (!row) return undefined;
      return {
        game: 'wheel',
        id: String(row.id),
        algorithm: 'wheel/v1',
        commitment: row.commitment.toString('hex'),
        seed: row.seed?.toString('hex') ?? null,
        clientSeed: row.client_seed,
        clientSeedSource: row.client_seed_source,
        nonce: row.nonce,
        segments: wheelSegments.length,
        values: [...wheelSegments],
        outcome: { segment: row.segment, amount: toWireCoins(row.amount) },
      };
    },
  };
};
