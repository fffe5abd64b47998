/** Rows of the database as the wire shows them: built from what may be seen, so that no mine slips through. */
import type { RowOf } from '@fairground/sql';
import type { MinefieldGame, MinefieldTile } from '../contract.ts';
import { toWireCoins } from '@fairground/server/ledger/player-view';
import type { readHistory } from './sql/games.sql.ts';

type GameRow = RowOf<typeof readHistory>;

export const toWireGame = (row: GameRow): MinefieldGame => ({
  ...shownGame(row),
  ...(row.state === 'Void' ? refunded(row) : {}),
});

/** A refunded game is shown as cashed out at 1x, with a separate status. */
const refunded = (row: GameRow) => ({
  multiplier: 1,
  gameState: 'CashedOut' as const,
  coinsWon: toWireCoins(row.amount),
  refunded: true,
});

export const toWireState = (state: GameRow['state']): MinefieldGame['gameState'] =>
  state === 'Void' ? 'CashedOut' : state;

const shownGame = (row: GameRow): MinefieldGame => ({
  id: String(row.game_id),
  bidAmount: toWireCoins(row.amount),
  difficulty: row.difficulty,
  gemsFound: row.gem_tiles.length,
  multiplier: (100 + row.gem_tiles.length * row.increment_hundredths) / 100,
  gameState: toWireState(row.state),
  coinsWon: toWireCoins(row.amount_won),
  createdAt: row.game_created_at.toISOString(),
  updatedAt: row.game_updated_at.toISOString(),
  user: { id: String(row.player_id), username: row.username },
});

/** The tiles of a game in play that the player has turned, in the order of their ids. */
export const revealedTiles = (row: GameRow): MinefieldTile[] =>
  row.gem_tiles.toSorted((one, other) => one - other).map((id) => ({ id, isTrap: false, isRevealed: true }));

/** Every tile of a game that is over. Handed a game in play it throws: that would give the mines away. */
export const allTiles = (row: GameRow, mines: ReadonlySet<number>): MinefieldTile[] => {
  if (row.state === 'Playing') throw new Error('a game in play must not be shown');
  return Array.from({ length: row.tiles }, (_, id) => ({ id, isTrap: mines.has(id), isRevealed: true }));
};
