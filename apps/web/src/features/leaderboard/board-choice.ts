/** Which board is shown. */
import type { BoardPlayers, BoardWindow } from '@fairground/contract/leaderboard';

export interface BoardChoice {
  window: BoardWindow;
  /** A game by its wire id; its board is of all time. */
  game: string | null;
  players: BoardPlayers;
}

export const placesPerPage = 10;

export const boardQueryText = ({ window, game, players }: BoardChoice): string =>
  new URLSearchParams({
    window,
    ...(game === null ? {} : { game }),
    ...(players === 'bots' ? { players } : {}),
  }).toString();

export const rankQueryText = ({ window, game }: BoardChoice): string =>
  new URLSearchParams({ window, ...(game === null ? {} : { game }) }).toString();
