/** What the page knows of a game, and how answers change it. Nothing here knows where mines are before the end. */
import { mergeEntry, mergeList, newerOf, type MergeRule, type Step } from '@fairground/game-kit/web';
import type { MinefieldConfig, MinefieldCurrent, MinefieldGame, MinefieldTile } from '../contract.ts';

export type Phase = 'Betting' | MinefieldGame['gameState'];

export type DifficultyConfig = MinefieldConfig['difficulties'][number];

export interface MinefieldPlay {
  /** Null in Betting. */
  game: MinefieldGame | null;
  /** Tiles known: the revealed ones, and every one after the end. */
  tiles: ReadonlyMap<number, MinefieldTile>;
  /** Turned by the player in this game, in this order; the rest is shown at the end only. */
  turned: readonly number[];
  /** Requested, not answered yet. */
  requested: ReadonlySet<number>;
}

/** As stored in the cache; both are undefined until loaded. */
export interface MinefieldState {
  play: MinefieldPlay | undefined;
  /** Newest first. */
  history: readonly MinefieldGame[] | undefined;
}

export type MinefieldAction =
  | { type: 'resumed'; current: MinefieldCurrent | null }
  | { type: 'begun'; game: MinefieldGame }
  | { type: 'revealRequested'; tileId: number }
  | { type: 'revealFailed'; tileId: number }
  | {
      type: 'revealed';
      tile: MinefieldTile;
      game: MinefieldGame;
      tiles: readonly MinefieldTile[] | undefined;
    }
  | { type: 'ended'; game: MinefieldGame; tiles: readonly MinefieldTile[] }
  | { type: 'again' }
  | { type: 'historyLoaded'; history: readonly MinefieldGame[] };

export const betting: MinefieldPlay = {
  game: null,
  tiles: new Map(),
  turned: [],
  requested: new Set(),
};

export const phaseOf = ({ game }: MinefieldPlay): Phase => game?.gameState ?? 'Betting';

export const historyLength = 10;

/** A game that is over stays over; until then the one with more gems is the later one. */
const gameRule: MergeRule<MinefieldGame> = {
  idOf: ({ id }) => id,
  versionOf: ({ gameState, gemsFound }) => (gameState === 'Playing' ? gemsFound : Number.POSITIVE_INFINITY),
  createdAtOf: ({ createdAt }) => createdAt,
  maxLength: historyLength,
};

export function reduceMinefield(
  { play, history }: MinefieldState,
  action: MinefieldAction,
): Step<MinefieldState, never> {
  if (action.type === 'historyLoaded') {
    const merged = mergeList(history ?? [], action.history, gameRule);
    // The history does not say whether a game is in play: until that is loaded, no game can begin.
    return { state: { play, history: merged }, events: [] };
  }
  const answered = 'game' in action ? action.game : null;
  return {
    state: {
      play: reducePlay(play ?? betting, action),
      history: answered && history ? mergeEntry(history, answered, gameRule) : history,
    },
    events: [],
  };
}

type PlayAction = Exclude<MinefieldAction, { type: 'historyLoaded' }>;

function reducePlay(state: MinefieldPlay, action: PlayAction): MinefieldPlay {
  switch (action.type) {
    case 'resumed':
      return resumed(state, action.current);
    case 'begun':
      return { ...betting, game: action.game };
    case 'revealRequested':
      return { ...state, requested: new Set([...state.requested, action.tileId]) };
    case 'revealFailed':
      return { ...state, requested: without(state.requested, action.tileId) };
    case 'revealed': {
      if (state.game?.id !== action.game.id) return state;
      const { tile } = action;
      const tiles = new Map(state.tiles).set(tile.id, tile);
      for (const shown of action.tiles ?? []) tiles.set(shown.id, shown);
      return {
        game: newerOf(state.game, action.game, gameRule.versionOf),
        tiles,
        turned: state.turned.includes(tile.id) ? state.turned : [...state.turned, tile.id],
        requested: without(state.requested, tile.id),
      };
    }
    case 'ended':
      if (state.game?.id !== action.game.id) return state;
      return {
        ...state,
        game: action.game,
        tiles: new Map(action.tiles.map((tile) => [tile.id, tile])),
        requested: new Set(),
      };
    case 'again':
      return betting;
  }
}

/** The server's answer on the game in play wins over what is known, but never takes an end back. */
function resumed(state: MinefieldPlay, current: MinefieldCurrent | null): MinefieldPlay {
  const known = state.game;
  if (current === null) return known?.gameState === 'Playing' ? betting : state;
  if (known?.id === current.id && known.gameState !== 'Playing') return state;
  const { tiles, commitment: _commitment, ...game } = current;
  const revealed = new Map(tiles.map((tile) => [tile.id, tile]));
  return { game, tiles: revealed, turned: tiles.map(({ id }) => id), requested: new Set() };
}

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

/** The figures next to the board. After a mine the gems count for nothing (docs/product.md 9.5). */
export function figuresOf(state: MinefieldPlay, difficulty: DifficultyConfig, bid: number): Figures {
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
