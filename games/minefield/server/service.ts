/** Minefield: starting a game, turning its tiles one by one, and ending it. The server places, counts and pays. */
import { accept, refuse } from '@fairground/contract/errors';
import type { AcceptedOf, RowOf } from '@fairground/sql';
import type {
  MinefieldCreateAnswer,
  MinefieldCurrent,
  MinefieldGame,
  MinefieldProof,
  MinefieldRevealAnswer,
  MinefieldUpdateAnswer,
} from '../contract.ts';
import type { User } from '@fairground/contract/user';
import { leafText } from '@fairground/fairness/sealed';
import { minesAlgorithm } from '../draw.ts';
import { minefieldDifficulties, type DifficultyName } from '../rules.ts';
import { createSeedPlacement, type PlayerSeeds, type SeededRow } from '@fairground/game-kit/server/calls';
import type { Submit } from '@fairground/server/platform/batcher';
import { createCoinCall, type CoinCallDeps } from '@fairground/server/ledger/coin-call';
import {
  noKey,
  type Answer,
  type CoinOperation,
  type Committed,
  type Outcome,
  type StoredKey,
} from '@fairground/server/ledger/commit-together';
import { toUser } from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/database/database';
import { createFields, minesOf, type Field } from './fields.ts';
import * as sql from './sql/games.sql.ts';
import { allTiles, revealedTiles, toWireGame, toWireState } from './wire.ts';

export interface CreateGame extends CoinOperation {
  stakeCoins: number;
  difficulty: DifficultyName;
}

export interface RevealTile extends CoinOperation {
  gameId: bigint;
  tileId: number;
}

export interface EndGame extends CoinOperation {
  gameId: bigint;
  gemsFound: number;
}

export interface MinefieldService {
  create: Submit<CreateGame, Committed<User>>;
  reveal: Submit<RevealTile, Committed<User | null>>;
  update: Submit<EndGame, Committed<User | null>>;
  findPlaying(playerId: bigint): Promise<MinefieldCurrent | undefined>;
  history(playerId: bigint, limit: number): Promise<MinefieldGame[]>;
  findProof(gameId: bigint, query?: Database['query']): Promise<MinefieldProof | undefined>;
}

export interface MinefieldServiceDeps extends CoinCallDeps {
  seeds: Pick<PlayerSeeds, 'lockSeeds' | 'openSeed'>;
  /** Counts the outcome of each game: `ok`, or the code of the refusal. */
  recordBet: (result: string) => void;
}

type Query = Database['query'];
/** What a step needs to know of the field; it never leaves this process before the end of the game. */
type WithField<Operation> = Operation & { field: Field };

export const createMinefieldService = (deps: MinefieldServiceDeps): MinefieldService => {
  const { database, seeds } = deps;
  const fields = createFields(database, seeds);

  const performReveal = async (
    query: Query,
    batch: readonly (WithField<RevealTile> & StoredKey)[],
  ): Promise<Outcome<User | null>[]> => {
    const inputs = batch.map((call) => ({ ...call, isTrap: call.field.mines.has(call.tileId) }));
    const rows = byGame(await sql.revealTiles.run(query, inputs));
    return batch.map((operation) => revealed(rows.get(operation.gameId), operation));
  };

  const performUpdate = async (
    query: Query,
    batch: readonly (WithField<EndGame> & StoredKey)[],
  ): Promise<Outcome<User | null>[]> => {
    const rows = byGame(await sql.endGames.run(query, batch));
    return batch.map((operation) => ended(rows.get(operation.gameId), operation));
  };

  const submitReveal = createCoinCall(deps, {
    operation: 'mineField/reveal',
    strategy: 'transaction',
    perform: performReveal,
    async findMade(query, batch) {
      const tiles = new Map(batch.map(({ playerId, ...call }) => [playerId, call]));
      return (await sql.findTurned.run(query, batch)).map((row) => {
        // The row names the tile instead of the body, which contains the game and the tile and nothing else.
        const call = tiles.get(row.input_player);
        return {
          playerId: row.input_player,
          callBody: call?.tileId === row.tile ? call.callBody : null,
          answer: (repeated) => revealAnswer(row, repeated),
        };
      });
    },
  });
  const submitUpdate = createCoinCall(deps, {
    operation: 'mineField/update',
    strategy: 'transaction',
    perform: performUpdate,
    async findMade(query, batch) {
      return (await sql.findEnded.run(query, batch)).map((row) => ({
        playerId: row.input_player,
        callBody: row.call_body,
        answer: (call) => endAnswer(row, call),
      }));
    },
  });

  /** The field of a player's own game; another player's is not found. */
  const findField = async ({ playerId, gameId }: { playerId: bigint; gameId: bigint }) => {
    const field = await fields.find(gameId);
    return field?.playerId === playerId ? field : undefined;
  };

  return {
    create: createSeedPlacement<CreateGame, RowOf<typeof sql.createGames>>(deps, {
      operation: 'mineField/create',
      recordBet: deps.recordBet,
      place: (query, batch) =>
        sql.createGames.run(
          query,
          batch.map(({ bet, seed: { seedId, nonce } }) => {
            return { ...bet, ...minefieldDifficulties[bet.difficulty], seedId, nonce };
          }),
        ),
      findPlaced: (query, calls) => sql.findCreated.run(query, calls),
      placed: created,
      receipt: (row, { stakeCoins, difficulty }) => ({
        at: row.game_created_at.toISOString(),
        bet: leafText({
          bidAmount: stakeCoins,
          clientSeed: row.seed.clientSeed,
          commitment: row.seed.commitment.toString('hex'),
          difficulty,
          id: String(row.game_id),
          mines: row.mines,
          nonce: row.seed.nonce,
          tiles: row.tiles,
        }),
        kind: 'mineField',
      }),
    }),
    async reveal(call) {
      const field = await findField(call);
      if (!field) return refuse('not_found');
      if (call.tileId >= field.tiles) {
        return refuse('invalid_request', {
          detail: `tileId must be a whole number from 0 to ${field.tiles - 1}.`,
          path: 'tileId',
        });
      }
      return submitReveal({ ...call, field });
    },
    async update(call) {
      const field = await findField(call);
      return field ? submitUpdate({ ...call, field }) : refuse('not_found');
    },
    async findPlaying(playerId) {
      const row = await sql.findPlaying.first(database.query, { playerId });
      return (
        row && {
          ...toWireGame(row),
          tiles: revealedTiles(row),
          commitment: row.commitment.toString('hex'),
        }
      );
    },
    async history(playerId, limit) {
      return (await sql.readHistory.run(database.query, { playerId, maxRows: limit })).map(toWireGame);
    },
    async findProof(gameId, query = database.query) {
      const row = await sql.findProof.first(query, { gameId });
      return row && toProof(gameId, row, seeds);
    },
  };
};

/**
 * Ends the game that a player has in play, within the transaction that closes the account: paid where gems
 * were found, else lost.
 */
export const endGameInPlay = async (query: Query, playerId: bigint): Promise<void> => {
  // A tile turned in the meantime changes the count; the next iteration sees it.
  for (let open = await sql.findPlaying.first(query, { playerId }); open;) {
    const { game_id: gameId, gem_tiles: gems } = open;
    await sql.endGames.run(query, [{ playerId, gameId, gemsFound: gems.length, ...noKey }]);
    open = await sql.findPlaying.first(query, { playerId });
  }
};

const byGame = (rows: readonly RowOf<typeof sql.revealTiles>[]) =>
  new Map(rows.map((row) => [row.game_id, row]));

const created = (row: SeededRow<AcceptedOf<typeof sql.createGames>>) => {
  const user = toUser(row);
  const game = toWireGame(row);
  const commitment = row.seed.commitment.toString('hex');
  return { user, body: { id: game.id, user, game, commitment } satisfies MinefieldCreateAnswer };
};

const revealed = (
  row: RowOf<typeof sql.revealTiles> | undefined,
  call: WithField<RevealTile>,
): Outcome<User | null> => {
  if (!row) return refuse('not_found');
  // A gem that was turned before is answered again; a game that was over before this call is refused.
  if (!row.done && row.state !== 'Playing') return refuse('game_not_playing');
  return accept({ ...revealAnswer(row, call), event: row.state === 'Playing' ? null : toUser(row) });
};

const revealAnswer = (
  row: RowOf<typeof sql.revealTiles>,
  { tileId, field }: WithField<RevealTile>,
): Answer => {
  const tile = { id: tileId, isTrap: field.mines.has(tileId), isRevealed: true };
  const turned = { tile, game: toWireGame(row) };
  const body: MinefieldRevealAnswer =
    row.state === 'Playing' ? turned : { ...turned, user: toUser(row), tiles: allTiles(row, field.mines) };
  return { status: 200, body };
};

const ended = (
  row: RowOf<typeof sql.revealTiles> | undefined,
  call: WithField<EndGame>,
): Outcome<User | null> => {
  if (!row) return refuse('not_found');
  if (row.state === 'Playing') return refuse('gems_mismatch');
  return accept({ ...endAnswer(row, call), event: row.done ? toUser(row) : null });
};

const endAnswer = (row: RowOf<typeof sql.revealTiles>, { field }: WithField<EndGame>): Answer => {
  const body: MinefieldUpdateAnswer = {
    user: toUser(row),
    game: toWireGame(row),
    tiles: allTiles(row, field.mines),
  };
  return { status: 200, body };
};

const toProof = (
  gameId: bigint,
  row: RowOf<typeof sql.findProof>,
  seeds: Pick<PlayerSeeds, 'openSeed'>,
): MinefieldProof => ({
  game: 'mineField',
  id: String(gameId),
  algorithm: minesAlgorithm,
  commitment: row.commitment.toString('hex'),
  seed: row.seed?.toString('hex') ?? null,
  clientSeed: row.client_seed,
  clientSeedSource: row.client_seed_source,
  nonce: row.nonce,
  tiles: row.tiles,
  mines: row.mines,
  status: toWireState(row.state),
  outcome: row.state === 'Playing' ? null : { mines: minesOf(row, seeds.openSeed(row)) },
});
