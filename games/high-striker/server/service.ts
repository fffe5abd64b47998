/** High Striker: a strike is drawn and settled in the transaction that takes its stake. */
import type { User } from '@fairground/contract/user';
import { createStakePlacement, type PlayerSeeds } from '@fairground/game-kit/server';
import type { CoinCallDeps } from '@fairground/server/ledger/coin-call';
import type { CoinOperation, Committed } from '@fairground/server/ledger/commit-together';
import { toUser, toWireCoins } from '@fairground/server/ledger/player-view';
import type { Strike, StrikeAnswer, StrikerProof } from '../contract.ts';
import { heightHundredths, strikerAlgorithm } from '../draw.ts';
import { isWin } from '../rules.ts';
import * as queries from './queries.ts';

export interface PlaceStrike extends CoinOperation {
  stakeCoins: number;
  targetHundredths: number;
}

export interface StrikerService {
  strike(call: PlaceStrike): Promise<Committed<User>>;
  history(playerId: bigint): Promise<Strike[]>;
  findProof(strikeId: bigint): Promise<StrikerProof | undefined>;
}

export interface StrikerServiceDeps extends CoinCallDeps {
  seeds: Pick<PlayerSeeds, 'lockSeeds'>;
  /** Counts the outcome of each strike: `ok`, or the code of the refusal. */
  recordBet: (result: string) => void;
}

export const createStrikerService = (deps: StrikerServiceDeps): StrikerService => {
  const { database, seeds, recordBet } = deps;
  return {
    strike: createStakePlacement<PlaceStrike, queries.PlacedRow>(deps, {
      operation: 'highStriker/create',
      drawsFromSeeds: true,
      recordBet,
      async place(query, batch) {
        const locked = await seeds.lockSeeds(
          query,
          batch.map(({ playerId }) => playerId),
        );
        const inputs = batch.map(({ playerId, stakeCoins, targetHundredths }) => {
          const seed = locked.get(playerId);
          if (!seed) throw new Error('a player of the batch has no seed');
          const { seedId, nonce } = seed;
          return {
            playerId,
            stakeCoins,
            targetHundredths,
            seedId,
            nonce,
            heightHundredths: heightHundredths(seed),
          };
        });
        return queries.insertStrikes(query, inputs);
      },
      placed(row) {
        const user = toUser(row);
        return { user, body: { user, game: toStrike(row) } satisfies StrikeAnswer };
      },
    }),
    async history(playerId) {
      return (await queries.readHistory(database.query, playerId)).map(toStrike);
    },
    async findProof(strikeId) {
      const row = await queries.findProof(database.query, strikeId);
      return row && toProof(strikeId, row);
    },
  };
};

const toStrike = (row: queries.StrikeRow): Strike => ({
  id: String(row.strike_id),
  amount: toWireCoins(row.amount),
  target: row.target_hundredths / 100,
  height: row.height_hundredths / 100,
  outcome: isWin(row.height_hundredths, row.target_hundredths) ? 'won' : 'lost',
  coinsWon: toWireCoins(row.amount_won),
  createdAt: row.struck_at.toISOString(),
  user: { id: String(row.player_id), username: row.username },
});

const toProof = (strikeId: bigint, row: queries.ProofRow): StrikerProof => ({
  game: 'highStriker',
  id: String(strikeId),
  algorithm: strikerAlgorithm,
  commitment: row.commitment.toString('hex'),
  seed: row.seed?.toString('hex') ?? null,
  clientSeed: row.client_seed,
  clientSeedSource: row.client_seed_source,
  nonce: row.nonce,
  target: row.target_hundredths / 100,
  outcome: {
    height: row.height_hundredths / 100,
    won: isWin(row.height_hundredths, row.target_hundredths),
  },
});
