/** Minefield's SQL. Locks are taken wallet, seed, game, in that order and by player within each. */
import type { DifficultyName } from '@fairground/game-minefield/rules';
import { systemAccounts } from '../../ledger/accounts.ts';
import { creditWins, debitStakes, judgeStakes } from '../../ledger/movements.ts';
import { playerColumns, referralsColumn, siteDaySql, type PlayerRow } from '../../ledger/player-view.ts';
import type { Database } from '../../platform/database.ts';
import { advanceNonces } from '../seeds/service.ts';

type Query = Database['query'];

export type GameState = 'Playing' | 'Lost' | 'CashedOut';

/** A game as players may see it while it is in play: nothing in it tells where the mines are. */
export interface GameRow {
  game_id: bigint;
  player_id: bigint;
  username: string;
  amount: bigint;
  difficulty: DifficultyName;
  tiles: number;
  mines: number;
  increment_hundredths: number;
  state: GameState;
  gem_tiles: number[];
  hit_tile: number | null;
  amount_won: bigint;
  game_created_at: Date;
  game_updated_at: Date;
}

const gameColumns = `g.id AS game_id, g.amount, g.difficulty, g.tiles, g.mines, g.increment_hundredths, g.state,
  g.gem_tiles, g.hit_tile, g.amount_won, g.created_at AS game_created_at, g.updated_at AS game_updated_at`;

const account = systemAccounts.minefield;

export interface CreateInput {
  playerId: bigint;
  stakeCoins: number;
  difficulty: DifficultyName;
  tiles: number;
  mines: number;
  incrementHundredths: number;
  seedId: bigint;
  nonce: number;
}

export type CreateRow = { input_player: bigint } & (
  | ({ refusal: null } & GameRow & PlayerRow)
  | { refusal: 'game_already_active' | 'on_a_break' | 'limit_reached' | 'insufficient_coins' }
);

const createDay = siteDaySql('$9');

/** Guards, games, debits, transfers and nonces of a whole batch (one game a player) in one statement. */
export const createGames = (
  query: Query,
  inputs: readonly CreateInput[],
  siteTimeZone: string,
): Promise<CreateRow[]> =>
  query<CreateRow>({
    name: 'minefield-create',
    text: `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::minefield_difficulty[], $4::smallint[], $5::smallint[],
    $6::integer[], $7::bigint[], $8::integer[])
    AS t (player_id, stake, difficulty, tiles, mines, increment_hundredths, seed_id, nonce)
),
${judgeStakes(createDay)},
bet AS (
  INSERT INTO minefield_game (player_id, seed_id, nonce, amount, from_winnings, difficulty, tiles, mines,
    increment_hundredths)
  SELECT player_id, seed_id, nonce, stake, from_winnings, difficulty, tiles, mines, increment_hundredths
    FROM judged WHERE refusal IS NULL
  ON CONFLICT (player_id) WHERE state = 'Playing' DO NOTHING
  RETURNING *
),
${debitStakes({ game: 'minefield', account, siteDay: createDay })},
${advanceNonces('bet')}
SELECT i.player_id AS input_player,
  CASE
    WHEN g.id IS NOT NULL THEN NULL
    WHEN EXISTS (SELECT FROM minefield_game x WHERE x.player_id = i.player_id AND x.state = 'Playing') THEN 'game_already_active'
    ELSE coalesce(j.refusal, 'game_already_active')
  END AS refusal,
  ${gameColumns}, ${playerColumns(createDay)}, ${referralsColumn(createDay)}
FROM input i
LEFT JOIN judged j ON j.player_id = i.player_id
LEFT JOIN bet g ON g.player_id = i.player_id
LEFT JOIN debited w ON w.player_id = i.player_id
LEFT JOIN player p ON p.id = w.player_id`,
    values: [
      inputs.map((input) => input.playerId),
      inputs.map((input) => input.stakeCoins),
      inputs.map((input) => input.difficulty),
      inputs.map((input) => input.tiles),
      inputs.map((input) => input.mines),
      inputs.map((input) => input.incrementHundredths),
      inputs.map((input) => input.seedId),
      inputs.map((input) => input.nonce),
      siteTimeZone,
    ],
  });

/** A game after the step asked for, or as it stood where the step was refused. `done` tells which. */
export type StepRow = GameRow & PlayerRow & { done: boolean };

/**
 * Locks the wallets and games concerned. Expects CTE `input (player_id, game_id)`, at most one row a player;
 * gives `locked` and `before`, both as they stand once the locks are held.
 */
const lockGames = `
  locked AS MATERIALIZED (
    SELECT w.* FROM wallet w WHERE w.player_id IN (SELECT player_id FROM input)
    ORDER BY w.player_id FOR NO KEY UPDATE
  ),
  before AS MATERIALIZED (
    SELECT g.* FROM locked l
    JOIN input i ON i.player_id = l.player_id
    JOIN minefield_game g ON g.id = i.game_id AND g.player_id = i.player_id
    FOR NO KEY UPDATE OF g
  )`;

/** Expects CTE `changed`, the games just changed. Pays those that were cashed out, and reads everything back. */
const settle = (day: string): string => `
  won AS (SELECT * FROM changed WHERE state = 'CashedOut'),
  ${creditWins({ game: 'minefield', account })},
  wallet_now AS (
    SELECT * FROM credited
    UNION ALL SELECT * FROM locked l WHERE NOT EXISTS (SELECT FROM credited c WHERE c.player_id = l.player_id)
  ),
  game_now AS (
    SELECT true AS done, * FROM changed
    UNION ALL SELECT false, b.* FROM before b WHERE NOT EXISTS (SELECT FROM changed c WHERE c.id = b.id)
  )
SELECT g.done, ${gameColumns}, ${playerColumns(day)}, ${referralsColumn(day)}
FROM game_now g JOIN wallet_now w ON w.player_id = g.player_id JOIN player p ON p.id = g.player_id`;

export interface RevealInput {
  playerId: bigint;
  gameId: bigint;
  tileId: number;
  isTrap: boolean;
}

/** Turns one tile a game: a mine ends it, the last gem cashes it out, any other gem adds to it. */
export const revealTiles = (
  query: Query,
  inputs: readonly RevealInput[],
  siteTimeZone: string,
): Promise<StepRow[]> =>
  query<StepRow>({
    name: 'minefield-reveal',
    text: `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::boolean[]) AS t (player_id, game_id, tile, is_trap)
),
${lockGames},
step AS MATERIALIZED (
  SELECT b.id, i.tile, i.is_trap,
    CASE WHEN i.is_trap THEN b.gem_tiles ELSE b.gem_tiles || i.tile END AS gem_tiles,
    NOT i.is_trap AND cardinality(b.gem_tiles) + 1 = b.tiles - b.mines AS is_last
  FROM before b JOIN input i ON i.game_id = b.id
  WHERE b.state = 'Playing' AND NOT i.tile = ANY (b.gem_tiles)
),
changed AS (
  UPDATE minefield_game g SET
    gem_tiles = s.gem_tiles,
    hit_tile = CASE WHEN s.is_trap THEN s.tile END,
    state = (CASE WHEN s.is_trap THEN 'Lost' WHEN s.is_last THEN 'CashedOut' ELSE 'Playing' END)::minefield_state,
    amount_won = CASE WHEN s.is_last
      THEN g.amount * (100 + cardinality(s.gem_tiles) * g.increment_hundredths) / 100 ELSE 0 END,
    updated_at = clock_timestamp()
  FROM step s WHERE g.id = s.id AND g.state = 'Playing'
  RETURNING g.*
),
${settle(siteDaySql('$5'))}`,
    values: [
      inputs.map((input) => input.playerId),
      inputs.map((input) => input.gameId),
      inputs.map((input) => input.tileId),
      inputs.map((input) => input.isTrap),
      siteTimeZone,
    ],
  });

export interface EndInput {
  playerId: bigint;
  gameId: bigint;
  gemsFound: number;
}

/** Ends games whose count of gems is the one named: paid where there are gems, else given up. */
export const endGames = (
  query: Query,
  inputs: readonly EndInput[],
  siteTimeZone: string,
): Promise<StepRow[]> =>
  query<StepRow>({
    name: 'minefield-end',
    text: `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::integer[]) AS t (player_id, game_id, gems)
),
${lockGames},
changed AS (
  UPDATE minefield_game g SET
    state = (CASE WHEN i.gems > 0 THEN 'CashedOut' ELSE 'Lost' END)::minefield_state,
    amount_won = CASE WHEN i.gems > 0 THEN g.amount * (100 + i.gems * g.increment_hundredths) / 100 ELSE 0 END,
    updated_at = clock_timestamp()
  FROM before b JOIN input i ON i.game_id = b.id
  WHERE g.id = b.id AND g.state = 'Playing' AND b.state = 'Playing' AND cardinality(b.gem_tiles) = i.gems
  RETURNING g.*
),
${settle(siteDaySql('$4'))}`,
    values: [
      inputs.map((input) => input.playerId),
      inputs.map((input) => input.gameId),
      inputs.map((input) => input.gemsFound),
      siteTimeZone,
    ],
  });

/** What the place of the mines follows from. None of it ever changes. */
export interface FieldRow {
  player_id: bigint;
  nonce: number;
  tiles: number;
  mines: number;
  sealed: Buffer;
  commitment: Buffer;
  client_seed: string;
}

export const findField = async (query: Query, gameId: bigint): Promise<FieldRow | undefined> => {
  const [row] = await query<FieldRow>({
    name: 'minefield-field',
    text: `SELECT g.player_id, g.nonce, g.tiles, g.mines, s.sealed, s.commitment, s.client_seed
      FROM minefield_game g JOIN player_seed s ON s.id = g.seed_id WHERE g.id = $1`,
    values: [gameId],
  });
  return row;
};

export type ProofRow = FieldRow & {
  state: GameState;
  client_seed_source: 'server' | 'player';
  /** Null until the player rotated it out. */
  seed: Buffer | null;
};

export const findProof = async (query: Query, gameId: bigint): Promise<ProofRow | undefined> => {
  const [row] = await query<ProofRow>({
    name: 'minefield-proof',
    text: `SELECT g.player_id, g.nonce, g.tiles, g.mines, g.state, s.sealed, s.commitment, s.client_seed,
        s.client_seed_source, s.seed
      FROM minefield_game g JOIN player_seed s ON s.id = g.seed_id WHERE g.id = $1`,
    values: [gameId],
  });
  return row;
};

const shownColumns = `${gameColumns}, g.player_id, p.username`;

export const findPlaying = async (
  query: Query,
  playerId: bigint,
): Promise<(GameRow & { commitment: Buffer }) | undefined> => {
  const [row] = await query<GameRow & { commitment: Buffer }>({
    name: 'minefield-playing',
    text: `SELECT ${shownColumns}, s.commitment FROM minefield_game g
      JOIN player p ON p.id = g.player_id JOIN player_seed s ON s.id = g.seed_id
      WHERE g.player_id = $1 AND g.state = 'Playing'`,
    values: [playerId],
  });
  return row;
};

/** Newest first. */
export const readHistory = (query: Query, playerId: bigint, limit: number): Promise<GameRow[]> =>
  query<GameRow>({
    name: 'minefield-history',
    text: `SELECT ${shownColumns} FROM minefield_game g JOIN player p ON p.id = g.player_id
      WHERE g.player_id = $1 ORDER BY g.id DESC LIMIT $2`,
    values: [playerId, limit],
  });

export const hasGameInPlay = async (query: Query, playerId: bigint): Promise<boolean> => {
  const rows = await query({
    name: 'minefield-has-game',
    text: `SELECT FROM minefield_game WHERE player_id = $1 AND state = 'Playing'`,
    values: [playerId],
  });
  return rows.length > 0;
};
