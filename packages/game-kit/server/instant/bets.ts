/** An instant game's bets: drawn and settled in the transaction that takes the stake, listed, and proven. */
import { leafText } from '@fairground/fairness/sealed';
import type { CoinCallDeps } from '@fairground/server/ledger/coin-call';
import type { CoinOperation } from '@fairground/server/ledger/commit-together';
import type { Database } from '@fairground/server/platform/database/database';
import { toUser, toWireCoins, type PlayerRow } from '@fairground/server/ledger/player-view';
import { drawBet } from '../../shared/instant/proof.ts';
import {
  writeFields,
  type ChoiceFields,
  type Fields,
  type InstantBet,
  type InstantProof,
  type ValuesOf,
} from '../../shared/instant/index.ts';
import { createSeedPlacement, type PlacedFromSeed } from '../place-stakes.ts';
import type { PlayerSeeds } from '../player-seeds.ts';
import type { ComposedBets } from './composed-bets.ts';
import { readColumns, writeColumns, type BetTable } from './table.ts';

export type Bet = InstantBet<ChoiceFields, Fields>;
export type Proof = InstantProof<ChoiceFields, Fields>;

export interface PlaceBet extends CoinOperation {
  stakeCoins: number;
  choice: ValuesOf<ChoiceFields>;
}

/** A bet as it is stored. */
export interface FoundBet {
  id: string;
  playerId: bigint;
  stakeCoins: number;
  payoutCoins: number;
  placedAt: Date;
  choice: ValuesOf<ChoiceFields>;
  drawn: ValuesOf<Fields>;
  proof: Proof;
}

const historyLength = 50;

/** A bet that was placed; the columns of its choice and its draw come along. */
interface BetRow {
  bet_id: bigint;
  amount: bigint;
  amount_won: bigint;
  placed_at: Date;
  player_id: bigint;
  username: string;
}
type PlacedRow = { input_player: bigint; refusal: null } & BetRow & PlayerRow;

export const createInstantBets = (
  deps: CoinCallDeps & {
    seeds: Pick<PlayerSeeds, 'lockSeeds'>;
    /** Counts the outcome of each bet: `ok`, or the code of the refusal. */
    recordBet: (result: string) => void;
  },
  { game, sql }: Pick<BetTable, 'game'> & { sql: ComposedBets },
) => {
  const { database } = deps;
  const fields: Fields = { ...game.choice, ...game.drawn };

  const resultOf = (row: object) => {
    const choice = readColumns(game.choice, row);
    const drawn = readColumns(game.drawn, row);
    return {
      choice,
      drawn,
      won: game.wins(choice, drawn),
      wire: writeFields(fields, { ...choice, ...drawn }),
    };
  };
  const toBet = (row: BetRow): Bet => {
    const { wire, won } = resultOf(row);
    return {
      id: String(row.bet_id),
      amount: toWireCoins(row.amount),
      ...wire,
      outcome: won ? 'won' : 'lost',
      coinsWon: toWireCoins(row.amount_won),
      createdAt: row.placed_at.toISOString(),
      user: { id: String(row.player_id), username: row.username },
    } as Bet;
  };

  return {
    place: createSeedPlacement<PlaceBet, PlacedRow>(deps, {
      operation: `${game.id}/create`,
      recordBet: deps.recordBet,
      async place(query, batch) {
        const drawn = batch.map(({ bet, seed }) => ({ ...bet, seed, result: drawBet(game, seed) }));
        const rows = await sql.place.run(query, {
          player_ids: drawn.map(({ playerId }) => playerId),
          stakes: drawn.map(({ stakeCoins }) => stakeCoins),
          amounts_won: drawn.map(({ stakeCoins, choice, result }) =>
            game.payoutCoins(stakeCoins, choice, result),
          ),
          seed_ids: drawn.map(({ seed }) => seed.seedId),
          nonces: drawn.map(({ seed }) => seed.nonce),
          call_keys: drawn.map(({ callKey }) => callKey),
          call_bodies: drawn.map(({ callBody }) => callBody),
          ...writeColumns(
            fields,
            drawn.map(({ choice, result }) => ({ ...choice, ...result })),
          ),
        });
        // Where nothing was refused, each outer join found its row.
        return rows as unknown as PlacedRow[];
      },
      async findPlaced(query, { playerIds, callKeys }) {
        const rows = await sql.findPlaced.run(query, { player_ids: playerIds, call_keys: callKeys });
        return rows as unknown as PlacedFromSeed<PlacedRow>[];
      },
      placed(row) {
        const user = toUser(row);
        return { user, body: { user, game: toBet(row) } };
      },
      receipt: ({ bet_id: betId, placed_at: at, seed }, { stakeCoins, choice }) => ({
        at: at.toISOString(),
        bet: leafText({
          ...writeFields(game.choice, choice),
          amount: stakeCoins,
          clientSeed: seed.clientSeed,
          commitment: seed.commitment.toString('hex'),
          id: String(betId),
          nonce: seed.nonce,
        }),
        kind: game.id,
      }),
    }),
    /** The newest first. */
    async history(playerId: bigint): Promise<Bet[]> {
      const rows = await sql.readHistory.run(database.query, {
        player_id: playerId,
        max_rows: historyLength,
      });
      return rows.map(toBet);
    },
    async find(betId: bigint, query: Database['query'] = database.query): Promise<FoundBet | undefined> {
      const row = await sql.find.first(query, { bet_id: betId });
      if (!row) return undefined;
      const { choice, drawn, won } = resultOf(row);
      if (row.client_seed === null || row.client_seed_source === null) {
        throw new Error(`bet ${betId} of ${game.id} was drawn without a client seed`);
      }
      const proof = {
        game: game.id,
        id: String(row.bet_id),
        algorithm: game.algorithm,
        commitment: Buffer.from(row.commitment).toString('hex'),
        seed: row.seed === null ? null : Buffer.from(row.seed).toString('hex'),
        clientSeed: row.client_seed,
        clientSeedSource: row.client_seed_source,
        nonce: row.nonce,
        ...writeFields(game.choice, choice),
        outcome: { ...writeFields(game.drawn, drawn), won },
      } as Proof;
      return {
        id: proof.id,
        playerId: row.player_id,
        stakeCoins: toWireCoins(row.amount),
        payoutCoins: toWireCoins(row.amount_won),
        placedAt: row.placed_at,
        choice,
        drawn,
        proof,
      };
    },
  };
};

export type InstantBets = ReturnType<typeof createInstantBets>;
