/** What the page knows of a game, and how answers change it. Nothing here knows where mines are before the end. */
import type {
  MinefieldConfig,
  MinefieldCurrent,
  MinefieldGame,
  MinefieldTile,
} from '@fairground/game-minefield/contract';

export type Phase = 'Betting' | MinefieldGame['gameState'];

export type DifficultyConfig = MinefieldConfig['difficulties'][number];

export type MinefieldState = {
  /** Null in Betting. */
  game: MinefieldGame | null;
  /** Tiles known: the revealed ones, and every one after the end. */
  tiles: ReadonlyMap<number, MinefieldTile>;
  /** Turned by the player in this game, in this order; the rest is shown at the end only. */
  turned: readonly number[];
  /** Asked for, not answered yet. */
  asked: ReadonlySet<number>;
};

export type MinefieldAction =
  | { type: 'resumed'; current: MinefieldCurrent | null }
  | { type: 'begun'; game: MinefieldGame }
  | { type: 'asked'; tileId: number }
  | { type: 'failed'; tileId: number }
  | {
      type: 'revealed';
      tile: MinefieldTile;
      game: MinefieldGame;
      tiles: readonly MinefieldTile[] | undefined;
    }
  | { type: 'ended'; game: MinefieldGame; tiles: readonly MinefieldTile[] }
  | { type: 'again' };

export const bettingState: MinefieldState = {
  game: null,
  tiles: new Map(),
  turned: [],
  asked: new Set(),
};

export const phaseOf = ({ game }: MinefieldState): Phase => game?.gameState ?? 'Betting';

export function minefieldReducer(state: MinefieldState, action: MinefieldAction): MinefieldState {
  switch (action.type) {
    case 'resumed':
      return resumed(state, action.current);
    case 'begun':
      return { ...bettingState, game: action.game };
    case 'asked':
      return { ...state, asked: new Set([...state.asked, action.tileId]) };
    case 'failed':
      return { ...state, asked: without(state.asked, action.tileId) };
    case 'revealed': {
      if (state.game?.id !== action.game.id) return state;
      const { tile } = action;
      const tiles = new Map(state.tiles).set(tile.id, tile);
      for (const shown of action.tiles ?? []) tiles.set(shown.id, shown);
      return {
        game: newer(state.game, action.game),
        tiles,
        turned: state.turned.includes(tile.id) ? state.turned : [...state.turned, tile.id],
        asked: without(state.asked, tile.id),
      };
    }
    case 'ended':
      if (state.game?.id !== action.game.id) return state;
      return {
        ...state,
        game: action.game,
        tiles: new Map(action.tiles.map((tile) => [tile.id, tile])),
        asked: new Set(),
      };
    case 'again':
      return bettingState;
    default:
      return state;
  }
}

/** The server's word on the game in play: it wins over what is held, but never takes an end back. */
function resumed(state: MinefieldState, current: MinefieldCurrent | null): MinefieldState {
  const held = state.game;
  if (current === null) return held?.gameState === 'Playing' ? bettingState : state;
  if (held?.id === current.id && held.gameState !== 'Playing') return state;
  const { tiles, commitment: _commitment, ...game } = current;
  const known = new Map(tiles.map((tile) => [tile.id, tile]));
  return { game, tiles: known, turned: tiles.map(({ id }) => id), asked: new Set() };
}

/** Answers may overtake each other: the one that counted more gems, or the end, is the later one. */
const newer = (held: MinefieldGame, heard: MinefieldGame): MinefieldGame =>
  held.gameState !== 'Playing' || (heard.gameState === 'Playing' && heard.gemsFound < held.gemsFound)
    ? held
    : heard;

function without(set: ReadonlySet<number>, tileId: number): ReadonlySet<number> {
  const rest = new Set(set);
  rest.delete(tileId);
  return rest;
}

export interface Figures {
  multiplier: number;
  /** Null once there is no further gem. */
  nextWin: number | null;
  profit: number;
  gemsFound: number;
  /** The odds of the plot to come, and the return of cashing out after it. */
  next: DifficultyConfig['steps'][number] | null;
  /** The return of cashing out now; null before the first gem. */
  now: DifficultyConfig['steps'][number] | null;
}

const hundredths = (multiplier: number): number => Math.round(multiplier * 100);

/** The figures beside the meadow. After a mine the gems count for nothing (specification, section 4). */
export function figuresOf(state: MinefieldState, difficulty: DifficultyConfig, bid: number): Figures {
  const { game } = state;
  const lost = game?.gameState === 'Lost';
  const gemsFound = game === null || lost ? 0 : game.gemsFound;
  const now = gemsFound === 0 ? null : (difficulty.steps[gemsFound - 1] ?? null);
  const next = difficulty.steps[gemsFound] ?? null;
  const multiplier = now?.multiplier ?? 1;
  return {
    multiplier,
    nextWin: next?.multiplier ?? null,
    profit: Math.max(0, Math.floor(((game?.bidAmount ?? bid) * (hundredths(multiplier) - 100)) / 100)),
    gemsFound,
    next,
    now,
  };
}
